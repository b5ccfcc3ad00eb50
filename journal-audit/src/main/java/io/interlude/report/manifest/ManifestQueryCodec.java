package io.interlude.report.manifest;

import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// Reads the query string of a page of manifests. A parameter that there is not is refused.
final class ManifestQueryCodec {
    static final int DEFAULT_LIMIT = 100;
    static final int LARGEST_LIMIT = 1_000;

    private static final Duration DEFAULT_RANGE = Duration.ofHours(24);
    private static final Set<String> NAMES =
            Set.of(
                    "from",
                    "to",
                    "topic",
                    "partition",
                    "limit",
                    "cursor",
                    "key",
                    "apikey",
                    "apiKey");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z]{1,32}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,6}");

    private ManifestQueryCodec() {}

    /// The page that is asked for.
    ///
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static ManifestQuery read(MultiValueMap<String, String> parameters, Instant now) {
        refuseUnknown(parameters.keySet());
        Instant to = ReportQueryCodec.instant(parameters, "to").orElse(null);
        Instant from =
                ReportQueryCodec.instant(parameters, "from")
                        .orElseGet(() -> (to == null ? now : to).minus(DEFAULT_RANGE));
        if (to != null && !from.isBefore(to)) {
            throw refusal("from", "from must be earlier than to.");
        }
        return new ManifestQuery(
                from.truncatedTo(ChronoUnit.HOURS),
                to,
                topic(parameters),
                number(parameters, "partition", 0, Integer.MAX_VALUE).orElse(null),
                cursor(parameters),
                number(parameters, "limit", 1, LARGEST_LIMIT).orElse(DEFAULT_LIMIT));
    }

    private static void refuseUnknown(Set<String> names) {
        for (String name : names) {
            if (!NAMES.contains(name)) {
                throw refusal(
                        PLAIN_NAME.matcher(name).matches() ? name : "query",
                        "No such parameter: use from, to, topic, partition, limit or cursor.");
            }
        }
    }

    private static @Nullable String topic(MultiValueMap<String, String> parameters) {
        String topic = value(parameters, "topic").orElse(null);
        if (topic != null && Topics.folded().stream().map(Topic::name).noneMatch(topic::equals)) {
            throw refusal("topic", "topic is a topic of the journal, such as ads.fetches.");
        }
        return topic;
    }

    private static Optional<Integer> number(
            MultiValueMap<String, String> parameters, String name, int least, int most) {
        return value(parameters, name)
                .map(text -> {
                    int number = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : -1;
                    if (number < least || number > most) {
                        throw refusal(name, "%s is a number from %d.".formatted(name, least));
                    }
                    return number;
                });
    }

    private static long cursor(MultiValueMap<String, String> parameters) {
        String text = value(parameters, "cursor").orElse(null);
        if (text == null) {
            return ManifestQuery.FIRST_PAGE;
        }
        return ManifestCursor.parse(text)
                .orElseThrow(
                        () -> refusal("cursor", "cursor is the nextCursor of the page before."));
    }

    private static Optional<String> value(MultiValueMap<String, String> parameters, String name) {
        return Optional.ofNullable(parameters.getFirst(name))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    private static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
