package io.interlude.journey;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// One call of an operation, made of its description.
///
/// @param path with its variables filled in
/// @param body JSON; empty for none
record MatrixCall(String method, String path, String body) {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /// A stream has no end to wait for.
    private static final String LIVE = "/v1/reports/live";

    /// Bodies beside the examples: a publisher tag may post flow events only, and audits and
    /// simulations would be in each other's way, and attributions stay.
    private static final Map<String, String> PATH_TO_BODY =
            Map.of(
                    "/v1/event",
                    """
                    {"version": 2, "eventType": "choice_tap", "fetchEventId": "native-none"}\
                    """,
                    "/v1/events",
                    """
                    {"events": [{"version": 2, "eventType": "choice_tap", "fetchEventId": "none"}]}\
                    """,
                    "/v1/audits",
                    "{\"from\": \"x\"}",
                    "/v1/simulations",
                    "{\"from\": \"x\"}",
                    "/v1/attributions",
                    "{\"id\": 1}",
                    "/v1/fetch/v2",
                    "{\"adUnit\": \"hush-unit\"}");

    /// The call that the caller makes: with ids of the org, but for what the org's own keys would
    /// archive or change.
    static MatrixCall of(
            String method, String path, JsonNode operation, MatrixOrg org, MatrixCaller caller) {
        boolean reads = method.equals("get");
        String id = reads || caller.isForeign() || caller.isRefusedEverywhere() ? "" : "absent";
        String target = path;
        while (target.contains("{")) {
            int open = target.indexOf('{');
            int close = target.indexOf('}');
            String variable = id.isEmpty() ? org.idFor(path) : id;
            target = target.substring(0, open) + variable + target.substring(close + 1);
        }
        if (target.equals("/v1/manage/catalogue") && !reads) {
            target += "?dryRun=true";
        }
        JsonNode json = operation.path("requestBody").path("content").path("application/json");
        String body =
                json.isMissingNode() || reads
                        ? ""
                        : PATH_TO_BODY.getOrDefault(path, json.path("example").toString());
        return new MatrixCall(method.toUpperCase(Locale.ROOT), target, body);
    }

    Answer send(MatrixCaller caller) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(caller.api().base().resolve(path))
                        .timeout(DEADLINE)
                        .header("If-Match", "*")
                        .method(
                                method,
                                body.isEmpty()
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (!caller.api().key().isEmpty()) {
            request.header("Authorization", "Bearer " + caller.api().key());
        }
        if (!caller.origin().isEmpty()) {
            request.header("Origin", caller.origin());
        }
        HttpResponse<InputStream> answer =
                caller.api()
                        .http()
                        .send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream content = answer.body()) {
            boolean endless = path.equals(LIVE) && answer.statusCode() == 200;
            String text = endless ? "" : new String(content.readAllBytes(), UTF_8);
            return new Answer(answer.statusCode(), reason(answer, text), text);
        }
    }

    private static String reason(HttpResponse<InputStream> answer, String text) {
        List<String> ofPixel = answer.headers().allValues("X-Interlude-Reason");
        if (!ofPixel.isEmpty()) {
            return ofPixel.getFirst();
        }
        return answer.statusCode() >= 400 ? Api.JSON.readTree(text).path("reason").asString() : "";
    }

    /// @param reason of a refusal; empty for none
    record Answer(int status, String reason, String body) {
        boolean is(int otherStatus, String otherReason) {
            return status == otherStatus && reason.equals(otherReason);
        }
    }
}
