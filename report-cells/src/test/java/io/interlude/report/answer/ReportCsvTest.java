package io.interlude.report.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.report.rollup.Metric;
import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.ReportGranularity;
import io.interlude.report.rollup.ReportQuery;
import io.interlude.report.rollup.TimeRange;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportCsvTest {
    @Test
    void endsEveryLineWithCrLf() {
        String csv = csv(report(List.of("lineItem", "fetches"), List.of("li-1", 3L)));

        assertThat(csv).isEqualTo("lineItem,lineItem.name,fetches\r\nli-1,Readers,3\r\n");
    }

    @Test
    void writesSharesWithoutExponent() {
        String csv = csv(report(List.of("ctr", "fillRate"), List.of(0.00004, 0.0)));

        assertThat(csv).isEqualTo("ctr,fillRate\r\n0.00004,0\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plain | plain",
                "a,b | \"a,b\"",
                "say \"hi\" | \"say \"\"hi\"\"\"",
                "=1+1 | '=1+1",
                "+1+1 | '+1+1",
                "-cmd | '-cmd",
                "@sum | '@sum",
                "=a,b | \"'=a,b\"",
                "-1.50 | -1.50",
                "shoes;=1+1;more | shoes;'=1+1;more",
                "shoes;@sum;-1;+2 | shoes;'@sum;'-1;'+2",
                "shoes;\"=1+1\" | \"shoes;\"\"'=1+1\"\"\"",
                "=1;=2 | '=1;'=2",
                "a; b;c=d | a; b;c=d",
            })
    void quotesAndDefusesTexts(String text, String cell) {
        String csv = csv(report(List.of("format"), List.of(text)));

        assertThat(csv).isEqualTo("format\r\n" + cell + "\r\n");
    }

    private static String csv(Report report) {
        StringBuilder csv = new StringBuilder();
        ReportCsv.pieces(report, new ReportNames(new NamedCatalogue(), new OrgId("org-1")))
                .forEachRemaining(piece -> csv.append(new String(piece, StandardCharsets.UTF_8)));
        return csv.toString();
    }

    private static Report report(List<String> columns, List<Object> row) {
        ReportQuery query =
                new ReportQuery(
                        new TimeRange(
                                Instant.parse("2026-03-01T10:00:00Z"),
                                Instant.parse("2026-03-01T11:00:00Z")),
                        ReportGranularity.TOTAL,
                        List.of(),
                        Metric.ALL,
                        Map.of());
        return new Report(query, columns, List.of(row));
    }
}
