package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.interlude.journal.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Reads totals until they are as expected: the aggregator is allowed some seconds. While its
/// partitions move, as on a machine that is busy, a report asks to come back.
final class Report {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration BETWEEN = Duration.ofMillis(20);
    private static final int UNAVAILABLE = 503;

    private Report() {}

    static void await(Api reader, String query, Predicate<List<JsonNode>> expected)
            throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + DEADLINE.toNanos();
        List<JsonNode> rows = rows(reader, query);
        while (!expected.test(rows)) {
            if (System.nanoTime() > endNanos) {
                fail("the report never became as expected: %s", rows);
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
            rows = rows(reader, query);
        }
    }

    private static List<JsonNode> rows(Api reader, String query)
            throws IOException, InterruptedException {
        HttpResponse<String> answer =
                reader.call("GET", "/v1/reports?granularity=total&" + query, "");
        List<JsonNode> rows = new ArrayList<>();
        if (answer.statusCode() != UNAVAILABLE) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            Json.MAPPER.readTree(answer.body()).path("rows").forEach(rows::add);
        }
        return rows;
    }
}
