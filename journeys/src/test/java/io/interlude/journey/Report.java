package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Reads totals until they are as expected: the aggregator is allowed some seconds. While its
/// partitions move, as on a machine that is busy, a report asks to come back.
final class Report {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private Report() {}

    static void await(Api reader, String query, Predicate<List<JsonNode>> expected)
            throws IOException, InterruptedException {
        Eventually.found(
                "the report is as expected", DEADLINE, () -> rows(reader, query), expected);
    }

    private static List<JsonNode> rows(Api reader, String query)
            throws IOException, InterruptedException {
        HttpResponse<String> answer =
                reader.call("GET", "/v1/reports?granularity=total&" + query, "");
        List<JsonNode> rows = new ArrayList<>();
        if (answer.statusCode() != Api.UNAVAILABLE) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            Json.MAPPER.readTree(answer.body()).path("rows").forEach(rows::add);
        }
        return rows;
    }
}
