package io.interlude.report.journal;

import io.interlude.journal.reading.JournalCursor;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/// What the queries for pages of records have in common: a range, a limit, a cursor. A parameter
/// that there is not is refused, so that a mistyped filter does not show more than was asked for.
public final class PageParameters {
    static final int DEFAULT_LIMIT = 100;
    static final int LARGEST_LIMIT = 1_000;

    private static final List<String> PAGING = List.of("limit", "cursor");
    private static final Set<String> KEYS = Set.of("key", "apikey", "apiKey");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z]{1,32}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,6}");

    private final MultiValueMap<String, String> parameters;

    private PageParameters(MultiValueMap<String, String> parameters) {
        this.parameters = parameters;
    }

    /// The parameters of a request.
    ///
    /// @param names those that the query has besides limit, cursor and an API key
    /// @throws ProblemException `invalid_request` for any other
    public static PageParameters of(MultiValueMap<String, String> parameters, List<String> names) {
        Set<String> known = new LinkedHashSet<>(names);
        known.addAll(PAGING);
        for (String name : parameters.keySet()) {
            if (!known.contains(name) && !KEYS.contains(name)) {
                throw refusal(
                        PLAIN_NAME.matcher(name).matches() ? name : "query",
                        "No such parameter: use " + sentence(List.copyOf(known)) + ".");
            }
        }
        return new PageParameters(parameters);
    }

    private static String sentence(List<String> names) {
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    /// From when, inclusive, until when, exclusive; without an end when none is asked for.
    ///
    /// @param defaultFrom where the range begins when nothing is said, by its end
    public Range range(Function<Optional<Instant>, Instant> defaultFrom) {
        Optional<Instant> to = ReportQueryCodec.instant(parameters, "to");
        Instant from =
                ReportQueryCodec.instant(parameters, "from").orElseGet(() -> defaultFrom.apply(to));
        if (to.filter(end -> !from.isBefore(end)).isPresent()) {
            throw refusal("from", "from must be earlier than to.");
        }
        return new Range(from, to.orElse(null));
    }

    /// Items of a page.
    public int limit() {
        return value("limit").map(PageParameters::limit).orElse(DEFAULT_LIMIT);
    }

    private static int limit(String text) {
        int limit = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > LARGEST_LIMIT) {
            throw refusal("limit", "limit is a number from 1 to " + LARGEST_LIMIT + ".");
        }
        return limit;
    }

    /// Where the page begins; null for the first.
    public @Nullable JournalCursor cursor() {
        return value("cursor")
                .map(text -> JournalCursor.parse(text).orElseThrow(PageParameters::badCursor))
                .orElse(null);
    }

    /// The refusal of a cursor that is none, or that belongs to another query.
    static ProblemException badCursor() {
        return refusal("cursor", "cursor is the nextCursor of the page before, of the same query.");
    }

    /// The values of a parameter that are not blank.
    public List<String> values(String name) {
        return parameters.getOrDefault(name, List.of()).stream()
                .filter(value -> value != null && !value.isBlank())
                .map(String::strip)
                .toList();
    }

    private Optional<String> value(String name) {
        return values(name).stream().findFirst();
    }

    static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }

    /// A stretch of time.
    ///
    /// @param to null for everything so far
    public record Range(Instant from, @Nullable Instant to) {}
}
