package io.interlude.benchmark.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.Expectation.Form;
import io.interlude.benchmark.fuzz.request.FuzzConnection.Answer;
import io.interlude.web.refusal.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Holds an answer against what the contract allows.
final class AnswerCheck {
    private static final Set<String> REASONS =
            Stream.of(Reason.values())
                    .map(Reason::wireName)
                    .collect(Collectors.toUnmodifiableSet());
    private static final Pattern SENTENCE = Pattern.compile("[A-Za-z][^\\n\\r]{5,400}[.]");
    private static final Pattern INSIDE =
            Pattern.compile(
                    "Exception|Throwable|\\bat io\\.|\\bjava\\.|\\bjavax\\.|io\\.interlude|org\\.springframework"
                            + "|org\\.apache|io\\.netty|tools\\.jackson|reactor\\.|\\.java:[0-9]");

    private final List<String> secrets;

    AnswerCheck(List<String> secrets) {
        this.secrets = List.copyOf(secrets);
    }

    /// What is wrong with the answer; empty when nothing is.
    Optional<String> fault(Expectation expected, Answer answer) {
        String text = answer.text();
        if (!expected.statuses().contains(answer.status())) {
            return Optional.of("status " + answer.status() + ", allowed " + expected.statuses());
        }
        boolean page = expected.form() == Form.PAGE && answer.status() == 200;
        if (INSIDE.matcher(page ? answer.headers().toString() : text).find()) {
            return Optional.of("the answer tells of the inside");
        }
        if (secrets.stream().anyMatch(text::contains)) {
            return Optional.of("the answer holds a key or what is private");
        }
        return switch (expected.form()) {
            case NONE, PAGE -> Optional.empty();
            case GIF -> gif(answer);
            case PROBLEM -> answer.status() < 300 ? Optional.empty() : problem(answer);
            case REGISTRY ->
                    json(answer).path("error_code").isInt() ? Optional.empty() : problem(answer);
            case REFUSED_RESULTS -> results(json(answer));
            case VIOLATIONS ->
                    json(answer).path("violations").isEmpty()
                            ? Optional.of("no violations")
                            : Optional.empty();
        };
    }

    private static Optional<String> gif(Answer answer) {
        boolean image = answer.body().startsWith("GIF89a");
        boolean reason = answer.headers().containsKey("x-interlude-reason");
        boolean kept = !answer.headers().getOrDefault("cache-control", "").equals("no-store");
        return image && reason && !kept ? Optional.empty() : Optional.of("no GIF with a reason");
    }

    private static Optional<String> problem(Answer answer) {
        JsonNode body = json(answer);
        List<String> faults = new ArrayList<>();
        String reason = body.path("reason").asString("");
        if (!REASONS.contains(reason)) {
            faults.add("no reason of the list");
        } else if (Reason.valueOf(reason.toUpperCase(Locale.ROOT)).status() != answer.status()) {
            faults.add("a reason of another status");
        }
        if (!SENTENCE.matcher(body.path("description").asString("")).matches()) {
            faults.add("no sentence as description");
        }
        if (!answer.headers().getOrDefault("content-type", "").startsWith("application/json")) {
            faults.add("not declared as JSON");
        }
        String needed =
                switch (answer.status()) {
                    case 401 -> "www-authenticate";
                    case 405 -> "allow";
                    case 429, 503 -> "retry-after";
                    default -> "content-type";
                };
        if (!answer.headers().containsKey(needed)) {
            faults.add("no " + needed);
        }
        return faults.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", faults));
    }

    private static Optional<String> results(JsonNode body) {
        for (JsonNode result : body.path("results")) {
            int status = result.path("status").asInt();
            if (result.has("eventId")
                    || (status != 422 && status != 400)
                    || !REASONS.contains(result.path("reason").asString(""))) {
                return Optional.of("a result that is no refusal");
            }
        }
        return body.path("results").isEmpty() ? Optional.of("no results") : Optional.empty();
    }

    private static JsonNode json(Answer answer) {
        try {
            return JsonMapper.shared().readTree(answer.body().getBytes(ISO_8859_1));
        } catch (JacksonException e) {
            return JsonMapper.shared().createObjectNode();
        }
    }
}
