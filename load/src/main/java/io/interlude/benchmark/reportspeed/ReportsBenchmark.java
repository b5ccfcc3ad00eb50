package io.interlude.benchmark.reportspeed;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.schema.client.SchemaRegistryClient;
import java.io.IOException;
import java.time.Instant;

/// A report of 30 days by line item and day, over 1,000 line items: 30,000 rows. The fetches are
/// written to the journal, and counted by the product's own aggregator. Run with
/// `benchmarks/reports`.
public final class ReportsBenchmark {
    private final RunningProduct product;
    private final BenchOrg.Made org;
    private final Instant firstDay;

    private ReportsBenchmark(RunningProduct product, BenchOrg.Made org) {
        this.product = product;
        this.org = org;
        firstDay = ReportedRequests.firstDay();
    }

    /// Measures the running product.
    ///
    /// @param arguments where it is: `--url`, `--data`, `--brokers`
    public static void main(String... arguments) throws IOException, InterruptedException {
        RunningProduct product = RunningProduct.parse(arguments);
        ReportsBenchmark benchmark = new ReportsBenchmark(product, product.makeOrg());
        long fetches = benchmark.write();
        try (RawConnection connection = new RawConnection(product.url())) {
            ReportedRequests.awaitCounted(
                    connection,
                    benchmark.request("granularity=total&metrics=fetches", "application/json"),
                    "fetches",
                    fetches);
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

    private long write() throws IOException {
        try (SchemaRegistryClient registry = product.registry();
                ReportedRequests journal = new ReportedRequests(product, registry, org.orgId())) {
            return journal.writeFetches(firstDay);
        }
    }

    private void measure(RawConnection connection, String name, String more, String accept)
            throws IOException {
        Timings timings =
                Timings.of(connection, request("granularity=day&groupBy=lineItem" + more, accept));
        System.out.printf(
                "| %s | %,d | %,d | %.0f | %.0f | %.0f |%n",
                name,
                ReportedRequests.DAYS * ReportedRequests.LINE_ITEMS,
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
