package io.interlude.web.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

class QueryParametersTest {
    private static final List<String> NAMES = List.of("from", "to", "limit");
    private static final String INSTANT =
            " is an ISO-8601 instant from 1970 to 2199, such as 2026-01-31T09:30:00Z.";

    @ParameterizedTest
    @ValueSource(strings = {"from", "to", "limit", "key", "apikey", "apiKey"})
    void takesItsNamesAndAnApiKey(String name) {
        assertThat(given(name, "a").only(NAMES).value(name)).contains("a");
    }

    @ParameterizedTest
    @CsvSource({
        "limits, limits",
        "FROM, FROM",
        "il_mgmt_1, query",
        "'', query",
        "attribute.plan, query",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, query",
    })
    void refusesAnotherNameAndRepeatsItOnlyIfItIsPlain(String name, String field) {
        assertRefused(
                () -> given(name, "a").only(NAMES),
                field,
                "No such parameter: use from, to or limit.");
    }

    @ParameterizedTest
    @CsvSource({
        "'', ",
        "' ', ",
        "2026-03-01T10:00:00Z, 2026-03-01T10:00:00Z",
        "' 2026-03-01T10:00:00Z ', 2026-03-01T10:00:00Z",
        "2026-03-01T10:00:00+02:00, 2026-03-01T08:00:00Z",
        "2026-03-01T10:00:00 02:00, 2026-03-01T08:00:00Z",
        "1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z",
        "2199-12-31T23:59:59Z, 2199-12-31T23:59:59Z",
    })
    void readsAnInstant(String text, String instant) {
        assertThat(given("to", text).instant("to").map(Object::toString))
                .isEqualTo(Optional.ofNullable(instant));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yesterday",
                "2026-03-01",
                "1772361020000",
                "1969-12-31T23:59:59Z",
                "2200-01-01T00:00:00Z",
                "+999999999-12-31T23:59:59Z"
            })
    void refusesWhatIsNoInstant(String text) {
        assertRefused(() -> given("to", text).instant("to"), "to", "to" + INSTANT);
        assertRefused(() -> QueryParameters.instant(text, "asOf"), "asOf", "asOf" + INSTANT);
    }

    @ParameterizedTest
    @CsvSource({"'', ", "' ', ", "1, 1", "' 7 ', 7", "200, 200", "000000200, 200"})
    void readsANumber(String text, Integer number) {
        assertThat(given("limit", text).number("limit", 1, 200, "A number."))
                .isEqualTo(Optional.ofNullable(number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "201", "-1", "+1", "1.0", "1e2", "ten", "٣", "9999999999"})
    void refusesWhatIsNoNumberInRange(String text) {
        assertRefused(
                () -> given("limit", text).number("limit", 1, 200, "A number."),
                "limit",
                "A number.");
    }

    @ParameterizedTest
    @CsvSource({"'', ", "' ', ", "c, C", "' c ', C"})
    void readsACursor(String text, String cursor) {
        assertThat(given("cursor", text).parsed("cursor", QueryParametersTest::parse, "A cursor."))
                .isEqualTo(Optional.ofNullable(cursor));
    }

    @ParameterizedTest
    @ValueSource(strings = {"d", "cc", "c,c"})
    void refusesWhatIsNoCursor(String text) {
        assertRefused(
                () -> given("cursor", text).parsed("cursor", QueryParametersTest::parse, "No."),
                "cursor",
                "No.");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'b', '[b]', '[b]'",
        "'a,b', ' a ', '[a,b, a]', '[a, b]'",
        "' a , ,b', ',', '[a , ,b, ,]', '[a, b]'",
        "' ', '', '[]', '[]'",
    })
    void readsLists(String one, String other, String values, String names) {
        QueryParameters asked = given("groupBy", one, other);

        assertThat(asked.values("groupBy")).hasToString(values);
        assertThat(asked.names("groupBy").toList()).hasToString(names);
        assertThat(asked.values("metrics")).isEmpty();
    }

    private static Optional<String> parse(String text) {
        return text.equals("c") ? Optional.of("C") : Optional.empty();
    }

    private static QueryParameters given(String name, String... values) {
        MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
        parameters.put(name, List.of(values));
        return QueryParameters.of(parameters);
    }

    private static void assertRefused(Runnable read, String field, String description) {
        Consumer<ProblemException> asSaid =
                refused -> {
                    assertThat(refused.problem().reason()).isEqualTo(Reason.INVALID_REQUEST);
                    assertThat(refused.problem().description()).isEqualTo(description);
                    assertThat(refused.problem().fields()).containsEntry("field", field);
                };
        assertThatThrownBy(read::run).isInstanceOfSatisfying(ProblemException.class, asSaid);
    }
}
