package io.interlude.local.journey;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Reads totals until they are as expected: the aggregator is allowed some seconds.
final class Report {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private Report() {}

    static void await(Api reader, String query, Predicate<List<JsonNode>> expected)
            throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + DEADLINE.toNanos();
        List<JsonNode> rows = rows(reader, query);
        while (!expected.test(rows)) {
            if (System.nanoTime() > endNanos) {
                fail("the report never became as expected: %s", rows);
            }
            rows = rows(reader, query);
        }
    }

    private static List<JsonNode> rows(Api reader, String query)
            throws IOException, InterruptedException {
        List<JsonNode> rows = new ArrayList<>();
        reader.expect(200, "GET", "/v1/reports?granularity=total&" + query, "")
                .path("rows")
                .forEach(rows::add);
        return rows;
    }
}
