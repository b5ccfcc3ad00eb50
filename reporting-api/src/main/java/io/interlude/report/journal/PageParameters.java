package io.interlude.report.journal;

import io.interlude.journal.reading.JournalCursor;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.refusal.ProblemException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// Parameters that the queries for pages of records share: a range, a limit, a cursor.
///
/// @param query every parameter
public record PageParameters(QueryParameters query) {
    static final int DEFAULT_LIMIT = 100;
    static final int LARGEST_LIMIT = 1_000;

    private static final String NOT_A_LIMIT =
            "limit is a number from 1 to %d.".formatted(LARGEST_LIMIT);
    private static final String NOT_A_CURSOR =
            "cursor is the nextCursor of the page before, of the same query.";

    /// The parameters of a request.
    ///
    /// @param names those that the query has besides limit, cursor and an API key
    /// @throws ProblemException `invalid_request` for any other
    public static PageParameters of(MultiValueMap<String, String> parameters, List<String> names) {
        List<String> known = Stream.concat(names.stream(), Stream.of("limit", "cursor")).toList();
        return new PageParameters(QueryParameters.of(parameters).only(known));
    }

    /// From when, inclusive, until when, exclusive; without an end when none is asked for.
    ///
    /// @param defaultFrom where the range begins when nothing is said, by its end
    public Range range(Function<Optional<Instant>, Instant> defaultFrom) {
        Optional<Instant> to = query.instant("to");
        Instant from = query.instant("from").orElseGet(() -> defaultFrom.apply(to));
        if (to.filter(end -> !from.isBefore(end)).isPresent()) {
            throw QueryParameters.refusal("from", "from must be earlier than to.");
        }
        return new Range(from, to.orElse(null));
    }

    /// Items of a page.
    public int limit() {
        return query.number("limit", 1, LARGEST_LIMIT, NOT_A_LIMIT).orElse(DEFAULT_LIMIT);
    }

    /// Where the page begins; null for the first.
    public @Nullable JournalCursor cursor() {
        return query.parsed("cursor", JournalCursor::parse, NOT_A_CURSOR).orElse(null);
    }

    /// The refusal of a cursor that is none, or that belongs to another query.
    static ProblemException badCursor() {
        return QueryParameters.refusal("cursor", NOT_A_CURSOR);
    }

    /// The values of a parameter that are not blank.
    public List<String> values(String name) {
        return query.values(name);
    }

    /// A stretch of time.
    ///
    /// @param to null for everything so far
    public record Range(Instant from, @Nullable Instant to) {}
}
