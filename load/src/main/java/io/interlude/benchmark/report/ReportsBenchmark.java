package io.interlude.benchmark.report;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.schema.client.SchemaRegistryClient;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A report of 30 days by line item and day, over 1,000 line items: 30,000 rows. The fetches are
/// written to the journal, and counted by the product's own aggregator. Run with
/// `benchmarks/reports`.
public final class ReportsBenchmark {
    private static final int DAYS = 30;
    private static final int LINE_ITEMS = 1_000;

    private final RunningProduct product;
    private final BenchOrg.Made org;
    private final Instant firstDay;

    private ReportsBenchmark(RunningProduct product, BenchOrg.Made org) {
        this.product = product;
        this.org = org;
        firstDay = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(DAYS - 1, ChronoUnit.DAYS);
    }

    /// Measures the running product.
    ///
    /// @param arguments where it is: `--url`, `--data`, `--brokers`
    public static void main(String... arguments) throws IOException, InterruptedException {
        RunningProduct product = RunningProduct.parse(arguments);
        ReportsBenchmark benchmark = new ReportsBenchmark(product, product.makeOrg());
        try (SchemaRegistryClient registry = product.registry()) {
            benchmark.write(registry);
        }
        try (RawConnection connection = new RawConnection(product.url())) {
            ReportedRequests.awaitCounted(
                    connection,
                    benchmark.request("granularity=total&metrics=fetches", "application/json"),
                    "fetches",
                    (long) DAYS * LINE_ITEMS);
            System.out.println("| report | rows | bytes | p50 ms | p95 ms | worst ms |");
            System.out.println("|---|---|---|---|---|---|");
            benchmark.measure(connection, "every metric", "", "application/json");
            benchmark.measure(
                    connection,
                    "fetches, clicks, spend",
                    "&metrics=fetches,uniqueClicks,spend",
                    "application/json");
            benchmark.measure(connection, "every metric, CSV", "", "text/csv");
        }
    }

    private void write(SchemaRegistryClient registry) {
        try (ReportedRequests journal = new ReportedRequests(product, registry, org.orgId())) {
            for (int day = 0; day < DAYS; day++) {
                for (int lineItem = 0; lineItem < LINE_ITEMS; lineItem++) {
                    // A minute of the day for each line item: minutes and hours have cells too.
                    journal.writeFetch(
                            firstDay.plus(day, ChronoUnit.DAYS)
                                    .plus(lineItem % 60, ChronoUnit.MINUTES),
                            lineItem);
                }
            }
        }
    }

    private void measure(RawConnection connection, String name, String more, String accept)
            throws IOException {
        Timings timings =
                Timings.of(connection, request("granularity=day&groupBy=lineItem" + more, accept));
        System.out.printf(
                "| %s | %,d | %,d | %.0f | %.0f | %.0f |%n",
                name,
                DAYS * LINE_ITEMS,
                timings.body().length(),
                timings.millis(50),
                timings.millis(95),
                timings.millis(100));
    }

    private byte[] request(String query, String accept) {
        return RawConnection.request(
                "GET",
                product.url(),
                "/v1/reports?from=%s&%s".formatted(firstDay, query),
                product.authorization(org.managementKey()) + "Accept: " + accept + "\r\n",
                "");
    }
}
