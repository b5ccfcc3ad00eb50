package io.interlude.report.manifest;

import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.refusal.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// Reads the query string of a page of manifests. A parameter that there is not is refused.
final class ManifestQueryCodec {
    static final int DEFAULT_LIMIT = 100;
    static final int LARGEST_LIMIT = 1_000;

    private static final Duration DEFAULT_RANGE = Duration.ofHours(24);
    private static final List<String> NAMES =
            List.of("from", "to", "topic", "partition", "limit", "cursor");
    private static final int LARGEST_PARTITION = 999_999;

    private ManifestQueryCodec() {}

    /// The page that is asked for.
    ///
    /// @throws ProblemException `invalid_request`, naming the parameter at fault
    static ManifestQuery read(MultiValueMap<String, String> parameters, Instant now) {
        QueryParameters asked = QueryParameters.of(parameters).only(NAMES);
        Instant to = asked.instant("to").orElse(null);
        Instant from =
                asked.instant("from").orElseGet(() -> (to == null ? now : to).minus(DEFAULT_RANGE));
        if (to != null && !from.isBefore(to)) {
            throw QueryParameters.refusal("from", "from must be earlier than to.");
        }
        return new ManifestQuery(
                from.truncatedTo(ChronoUnit.HOURS),
                to,
                topic(asked),
                asked.number("partition", 0, LARGEST_PARTITION, "partition is a number from 0.")
                        .orElse(null),
                cursor(asked),
                asked.number("limit", 1, LARGEST_LIMIT, "limit is a number from 1.")
                        .orElse(DEFAULT_LIMIT));
    }

    private static @Nullable String topic(QueryParameters asked) {
        return asked.parsed(
                        "topic",
                        ManifestQueryCodec::topic,
                        "topic is a topic of the journal, such as ads.fetches.")
                .orElse(null);
    }

    private static Optional<String> topic(String name) {
        return Topics.folded().stream().map(Topic::name).filter(name::equals).findFirst();
    }

    private static long cursor(QueryParameters asked) {
        return asked.parsed(
                        "cursor",
                        ManifestCursor::parse,
                        "cursor is the nextCursor of the page before.")
                .orElse(ManifestQuery.FIRST_PAGE);
    }
}
