package io.interlude.web.answer;

import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.util.MultiValueMap;

/// The query parameters of a request. A parameter that is missing or blank is not there. Each
/// refusal is `invalid_request` and names the parameter at fault.
public final class QueryParameters {
    /// Parameters that an API key may come in.
    public static final List<String> API_KEYS = List.of("key", "apikey", "apiKey");

    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z]{1,32}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");
    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

    private final MultiValueMap<String, String> parameters;

    private QueryParameters(MultiValueMap<String, String> parameters) {
        this.parameters = parameters;
    }

    public static QueryParameters of(MultiValueMap<String, String> parameters) {
        return new QueryParameters(parameters);
    }

    /// Refuses every parameter but these and an API key, so that a mistyped filter does not show
    /// more than was asked for.
    ///
    /// @param names two at least
    /// @throws ProblemException for any other
    public QueryParameters only(List<String> names) {
        int last = names.size() - 1;
        return only(
                names::contains,
                String.join(", ", names.subList(0, last)) + " or " + names.get(last));
    }

    /// The same.
    ///
    /// @param use the names, as the refusal lists them
    public QueryParameters only(Predicate<String> known, String use) {
        for (String name : parameters.keySet()) {
            if (!known.test(name) && !API_KEYS.contains(name)) {
                throw refusal(
                        PLAIN_NAME.matcher(name).matches() ? name : "query",
                        "No such parameter: use " + use + ".");
            }
        }
        return this;
    }

    /// The parameter's first value.
    public Optional<String> value(String name) {
        return Optional.ofNullable(parameters.getFirst(name))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    /// True if the parameter is switched on.
    public static boolean isOn(MultiValueMap<String, String> parameters, String name) {
        String flag = parameters.getFirst(name);
        return flag != null && List.of("true", "1", "").contains(flag.toLowerCase(Locale.ROOT));
    }

    /// All values of the parameter that are not blank.
    public List<String> values(String name) {
        return parameters.getOrDefault(name, List.of()).stream()
                .filter(value -> value != null && !value.isBlank())
                .map(String::strip)
                .toList();
    }

    /// The names of a list parameter, separated by commas or repeated, each once.
    public Stream<String> names(String name) {
        return values(name).stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .distinct();
    }

    /// The parameter as something else, such as a cursor.
    ///
    /// @param parse nothing for a text that it cannot read
    /// @throws ProblemException with the description, for such a text
    public <T> Optional<T> parsed(
            String name, Function<String, Optional<T>> parse, String description) {
        return value(name)
                .map(text -> parse.apply(text).orElseThrow(() -> refusal(name, description)));
    }

    /// The parameter as a number.
    ///
    /// @param least 0 or more
    /// @throws ProblemException with the description, for anything else
    public Optional<Integer> number(String name, int least, int most, String description) {
        return parsed(
                name,
                text ->
                        Optional.of(text)
                                .filter(DIGITS.asMatchPredicate())
                                .map(Integer::valueOf)
                                .filter(number -> number >= least && number <= most),
                description);
    }

    /// The parameter as an instant.
    ///
    /// @throws ProblemException if it is none
    public Optional<Instant> instant(String name) {
        return value(name).map(text -> instant(text, name));
    }

    /// The instant that a text says.
    ///
    /// @param field that the text is from
    /// @throws ProblemException if it is none
    public static Instant instant(String text, String field) {
        try {
            // A plus sign that was not encoded arrives as a space.
            Instant instant = OffsetDateTime.parse(text.strip().replace(' ', '+')).toInstant();
            if (!instant.isBefore(EARLIEST) && instant.isBefore(LATEST)) {
                return instant;
            }
        } catch (DateTimeException unreadable) {
            throw notAnInstant(field);
        }
        throw notAnInstant(field);
    }

    private static ProblemException notAnInstant(String field) {
        return refusal(
                field,
                field + " is an ISO-8601 instant from 1970 to 2199, such as 2026-01-31T09:30:00Z.");
    }

    /// The refusal of a parameter.
    public static ProblemException refusal(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
