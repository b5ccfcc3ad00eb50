package io.interlude.report.answer;

import static io.interlude.report.fixture.Cells.aCell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.ReportFold;
import io.interlude.report.rollup.ReportQuery;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.report.rollup.ReportRequest;
import io.interlude.schema.RollupCell;
import io.interlude.web.refusal.ProblemException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

class ReportPagingTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final List<RollupCell> CELLS =
            List.of(
                    cell("a", 3, 900_000, "USD"),
                    cell("b", 1, 10_000_000, "USD"),
                    cell("c", 2, 900_000, "EUR"),
                    cell("d", 2, 0, "USD"));

    @ParameterizedTest
    @CsvSource({
        "sort=fetches, b c d a",
        "sort=-fetches, a c d b",
        "'sort=-fetches,-lineItem', a d c b",
        "sort=-spend, b a c d",
        "sort=-spend&sort=-lineItem, b c a d",
        "sort=currency&sort=lineItem, c a b d",
        "'', a b c d"
    })
    void sortsByColumns(String parameters, String lineItems) {
        assertThat(names(read(parameters).page(report(parameters)))).isEqualTo(lineItems);
    }

    @Test
    void pagesHoldEveryRowOnce() {
        // given
        String parameters = "sort=-fetches&limit=3";

        // when
        Report report = report(parameters);
        ReportPaging first = read(parameters);
        String cursor = first.next(report).orElseThrow();
        ReportPaging second = read(parameters + "&cursor=" + cursor);

        // then
        assertThat(names(first.page(report))).isEqualTo("a c d");
        assertThat(names(second.page(report))).isEqualTo("b");
        assertThat(second.next(report)).isEmpty();
    }

    @Test
    void aPageKeepsTheRangeOfTheFirstOne() {
        // given
        String parameters = "limit=1";
        Report report = report(parameters);
        String cursor = read(parameters).next(report).orElseThrow();

        // when: a minute later
        MultiValueMap<String, String> later = parameters(parameters + "&cursor=" + cursor);
        ReportRequest query = ReportQueryCodec.read(later, NOW.plusSeconds(60), ZoneOffset.UTC);

        // then
        assertThat(query.query().range()).isNotEqualTo(report.query().range());
        assertThat(ReportPaging.read(later, query).of(query).query().range())
                .isEqualTo(report.query().range());
    }

    @ParameterizedTest
    @CsvSource({
        "sort=reach, sort",
        "sort=start, sort",
        "limit=0, limit",
        "limit=many, limit",
        "limit=100000, limit",
        "cursor=!, cursor",
        "cursor=MSwxLDIsMw, cursor"
    })
    void namesTheParameterAtFault(String parameters, String field) {
        assertThatThrownBy(() -> read(parameters))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused ->
                                assertThat(refused.problem().fields())
                                        .containsEntry("field", field));
    }

    @Test
    void aCursorIsNoneOfOtherParameters() {
        String cursor = read("limit=1").next(report("limit=1")).orElseThrow();

        assertThatThrownBy(() -> read("limit=1&adUnit=home&cursor=" + cursor))
                .isInstanceOf(ProblemException.class);
        assertThat(read("limit=2&cursor=" + cursor).limit()).isEqualTo(2);
    }

    private static ReportPaging read(String parameters) {
        MultiValueMap<String, String> all = parameters(parameters);
        return ReportPaging.read(all, ReportQueryCodec.read(all, NOW, ZoneOffset.UTC));
    }

    private static Report report(String parameters) {
        ReportQuery query =
                ReportQueryCodec.read(parameters(parameters), NOW, ZoneOffset.UTC).query();
        ReportFold fold = new ReportFold(query, 100, _ -> {});
        CELLS.forEach(fold::add);
        return fold.report();
    }

    private static MultiValueMap<String, String> parameters(String parameters) {
        MultiValueMap<String, String> all = new LinkedMultiValueMap<>();
        UriComponentsBuilder.fromUriString("http://host/v1/reports?" + parameters)
                .build()
                .getQueryParams()
                .forEach((name, values) -> values.forEach(value -> all.add(name, value)));
        all.add("groupBy", "lineItem");
        all.add("metrics", "fetches,spend");
        return all;
    }

    private static String names(Report report) {
        List<String> names = new ArrayList<>();
        report.rows().forEach(row -> names.add((String) row.getFirst()));
        return String.join(" ", names);
    }

    private static RollupCell cell(
            String lineItem, long fetches, long spendMicros, String currency) {
        return aCell("2026-03-01T10:00:00Z")
                .setLineItemId(lineItem)
                .setFetches(fetches)
                .setSpendMicros(spendMicros)
                .setCurrency(currency)
                .build();
    }
}
