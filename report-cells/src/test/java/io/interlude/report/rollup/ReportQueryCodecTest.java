package io.interlude.report.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

class ReportQueryCodecTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:30:20Z");

    @Test
    void asksForTheTotalOfTheLastDayByDefault() {
        ReportQuery query = read("");

        assertThat(query.range().from()).isEqualTo("2026-02-28T10:30:00Z");
        assertThat(query.range().to()).isEqualTo("2026-03-01T10:36:00Z");
        assertThat(query.granularity()).isEqualTo(ReportGranularity.TOTAL);
        assertThat(query.groupBy()).isEmpty();
        assertThat(query.metrics()).isEqualTo(Metric.STANDARD);
        assertThat(query.filters()).isEmpty();
    }

    @Test
    void startsADayBeforeTheEndThatIsNamed() {
        assertThat(read("to=2026-02-01T00:00:00Z").range().from())
                .isEqualTo("2026-01-31T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-01T10:00:00Z, 2026-03-01T11:00:00Z, 2026-03-01T10:00:00Z, 2026-03-01T11:00:00Z",
        "2026-03-01T10:00:59.9Z, 2026-03-01T10:01:00.1Z, 2026-03-01T10:00:00Z, 2026-03-01T10:02:00Z",
        "2026-03-01T12:00:00%2B02:00, 2026-03-01T11:00:00Z, 2026-03-01T10:00:00Z, 2026-03-01T11:00:00Z",
        "2026-03-01T12:00:00 02:00, 2026-03-01T11:00:00Z, 2026-03-01T10:00:00Z, 2026-03-01T11:00:00Z",
    })
    void widensTheRangeToWholeMinutes(String from, String to, Instant start, Instant end) {
        ReportQuery query = read("from=" + from.replace("%2B", "+") + "&to=" + to);

        assertThat(query.range()).isEqualTo(new TimeRange(start, end));
    }

    @Test
    void takesOneOfTheAttributesThatWereDeclared() {
        ReportQuery query =
                by("groupBy=attribute.country,lineItem&attribute.country=DE&attribute.country=FR");

        assertThat(query.attribute()).isEqualTo("country");
        assertThat(query.groupBy()).containsExactly(Dimension.ATTRIBUTE, Dimension.LINE_ITEM);
        assertThat(query.filters()).containsOnlyKeys(Dimension.ATTRIBUTE);
        assertThat(query.filters().get(Dimension.ATTRIBUTE)).containsExactlyInAnyOrder("DE", "FR");
        assertThat(query.ofTheWhole().attribute()).isEqualTo("country");
        assertThat(by("groupBy=attribute.tags").ofTheWhole().attribute()).isNull();
        assertThat(by("attribute.tags=a").attribute()).isEqualTo("tags");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "groupBy=attribute.city; groupBy",
                "groupBy=attribute; groupBy",
                "attribute.city=Bonn; attribute.city",
                "attribute.=Bonn; query",
                "groupBy=attribute.country,attribute.tags; groupBy",
                "groupBy=attribute.country&attribute.tags=a; groupBy",
                "groupBy=attribute.country&metrics=reach; metrics",
            })
    void refusesOtherAttributesTwoOfThemAndTheirReach(String query, String field) {
        assertThatThrownBy(() -> by(query))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().fields()).containsEntry("field", field));
    }

    private static ReportQuery by(String query) {
        return ReportQueryCodec.read(
                        parameters(query), NOW, ZoneOffset.UTC, Set.of("country", "tags"))
                .query();
    }

    @Test
    void takesListsSeparatedByCommasOrRepeated() {
        ReportQuery query = read("groupBy=lineItem,creative&groupBy=adUnit&metrics=clicks, clicks");

        assertThat(query.groupBy())
                .containsExactly(Dimension.LINE_ITEM, Dimension.CREATIVE, Dimension.AD_UNIT);
        assertThat(query.metrics()).containsExactly(Metric.CLICKS);
    }

    @Test
    void knowsShadowsOnlyWhenItIsToldTo() {
        assertThat(read("shadow=true&metrics=wouldServe,wouldSpend").metrics())
                .containsExactly(Metric.WOULD_SERVE, Metric.WOULD_SPEND);
        assertThat(read("shadow=true").metrics())
                .startsWith(Metric.STANDARD.toArray(Metric[]::new))
                .endsWith(Metric.WOULD_SERVE, Metric.WOULD_SPEND);
        assertThat(read("shadow=false").metrics()).isEqualTo(Metric.STANDARD);
    }

    @Test
    void takesSeveralValuesOfAFilter() {
        ReportQuery query = read("lineItem=a&lineItem=b&format=sms&key=il_read_1");

        assertThat(query.filters())
                .containsEntry(Dimension.LINE_ITEM, Set.of("a", "b"))
                .containsEntry(Dimension.FORMAT, Set.of("sms"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "from=yesterday, from",
        "metrics=wouldServe, metrics",
        "'shadow=false&metrics=fetches,wouldSpend', metrics",
        "shadow=perhaps, shadow",
        "from=2026-03-01, from",
        "to=1772361020000, to",
        "to=2300-01-01T00:00:00Z, to",
        "from=1969-12-31T23:59:59Z, from",
        "from=2026-03-01T11:00:00Z&to=2026-03-01T10:00:00Z, from",
        "from=2026-03-01T10:00:00Z&to=2026-03-01T10:00:00Z, from",
        "granularity=minute&from=2026-01-01T00:00:00Z, from",
        "granularity=hour&from=2024-01-01T00:00:00Z, from",
        "from=1990-01-01T00:00:00Z, from",
        "granularity=week, granularity",
        "groupBy=advertiser, groupBy",
        "metrics=impressions, metrics",
        "metrics=clicks;views, metrics",
        "format=csv, format",
        "lineitem=a, lineitem",
        "il_mgmt_1=, query",
    })
    void namesTheParameterAtFault(String queryString, String field) {
        assertThatThrownBy(() -> read(queryString))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> {
                            assertThat(refused.problem().reason())
                                    .isEqualTo(Reason.INVALID_REQUEST);
                            assertThat(refused.problem().fields()).containsEntry("field", field);
                        });
    }

    private static ReportQuery read(String queryString) {
        return ReportQueryCodec.read(parameters(queryString), NOW, ZoneOffset.UTC).query();
    }

    private static MultiValueMap<String, String> parameters(String queryString) {
        MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
        UriComponentsBuilder.fromUriString("http://host/v1/reports?" + queryString)
                .build()
                .getQueryParams()
                .forEach((name, values) -> values.forEach(value -> parameters.add(name, value)));
        return parameters;
    }
}
