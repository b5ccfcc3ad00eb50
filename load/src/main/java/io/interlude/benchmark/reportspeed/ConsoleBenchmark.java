package io.interlude.benchmark.reportspeed;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.browser.Browser;
import io.interlude.schema.client.SchemaRegistryClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The waits in the console of an org with 1,000 line items that have goals: the pages *Overview*
/// and *Delivery*, the first page with an empty cache, and the no-fill report of ten million
/// no-fills. Pages are drawn by a headless Chromium. Run with `benchmarks/console`.
public final class ConsoleBenchmark {
    /// Asked of the product as an application asks, so that decisions of the last hour are there.
    private static final int REQUESTS = 1_200;

    private static final int ROUNDS = 20;
    private static final int PAGE_LIMIT_MILLIS = 500;
    private static final int FIRST_PAGE_LIMIT_MILLIS = 1_000;
    private static final int FILES_LIMIT_BYTES = 200_000;
    private static final int NO_FILL_LIMIT_MILLIS = 200;
    private static final double MICROS_IN_MILLI = 1_000.0;
    private static final String DRAWN =
            "document.querySelector('#overview:not([aria-busy]) h1') !== null";

    private final RunningProduct product;
    private final BenchOrg.Made org;
    private final Instant firstDay;
    private boolean overLimit;

    private ConsoleBenchmark(RunningProduct product, BenchOrg.Made org) {
        this.product = product;
        this.org = org;
        firstDay = ReportedRequests.firstDay();
    }

    /// Measures the running product, and ends with 1 where a limit is not held.
    ///
    /// @param arguments those of the product (`--url`, `--data`, `--brokers`), and `--no-fills`
    public static void main(String... arguments) throws IOException, InterruptedException {
        RunningProduct product = RunningProduct.parse(arguments);
        ConsoleBenchmark benchmark = new ConsoleBenchmark(product, product.makeOrg(booked()));
        benchmark.fill();
        System.out.println("| what | limit | median | p95 | worst | |");
        System.out.println("|---|---|---|---|---|---|");
        benchmark.measureReports();
        benchmark.measurePages();
        if (benchmark.overLimit) {
            System.exit(1);
        }
    }

    private static ObjectNode booked() {
        ObjectNode catalogue = BenchOrg.catalogue(ReportedRequests.LINE_ITEMS, false);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        for (JsonNode item : catalogue.path("lineItems")) {
            ((ObjectNode) item)
                    .put("startAt", now.minus(Duration.ofDays(10)).toString())
                    .put("endAt", now.plus(Duration.ofDays(10)).toString())
                    .put("pacing", "even")
                    .putObject("goal")
                    .put("impressions", 100_000);
        }
        return catalogue;
    }

    private void fill() throws IOException {
        long fetches;
        try (SchemaRegistryClient registry = product.registry();
                ReportedRequests journal = new ReportedRequests(product, registry, org.orgId())) {
            fetches = journal.writeFetches(firstDay);
            long millis = Duration.between(firstDay, Instant.now()).toMillis();
            for (int number = 0; number < product.noFills(); number++) {
                journal.writeNoFill(
                        firstDay.plusMillis(millis * number / product.noFills()),
                        "unit-" + number % 3);
            }
        }
        try (RawConnection connection = new RawConnection(product.url())) {
            await(connection, "fetches", fetches);
            await(connection, "noFills", product.noFills());
            byte[] fetch =
                    RawConnection.request(
                            "POST",
                            product.url(),
                            "/v1/fetch/v2",
                            product.authorization(org.fetchKey()),
                            "{\"adUnit\": \"unit\", \"attributes\": {\"country\": \"DE\"}}");
            for (int number = 0; number < REQUESTS; number++) {
                connection.exchange(fetch);
            }
        }
    }

    private void await(RawConnection connection, String metric, long expected) throws IOException {
        ReportedRequests.awaitCounted(
                connection,
                get("/v1/reports?from=%s&granularity=total&metrics=%s".formatted(firstDay, metric)),
                metric,
                expected);
    }

    private byte[] get(String path) {
        return RawConnection.request(
                "GET", product.url(), path, product.authorization(org.managementKey()), "");
    }

    private void measureReports() throws IOException {
        try (RawConnection connection = new RawConnection(product.url())) {
            print(
                    "`GET /v1/reports/delivery`",
                    PAGE_LIMIT_MILLIS,
                    Timings.of(connection, get("/v1/reports/delivery")).micros());
            for (String groups : new String[] {"", "&groupBy=adUnit,format"}) {
                String path = "/v1/reports/no-fill?from=" + firstDay + groups;
                print(
                        "`GET /v1/reports/no-fill`%s, %,d no-fills in %d days"
                                .formatted(
                                        groups.isEmpty() ? "" : " by ad unit and format",
                                        product.noFills(),
                                        ReportedRequests.DAYS),
                        NO_FILL_LIMIT_MILLIS,
                        Timings.of(connection, get(path)).micros());
            }
        }
    }

    private void measurePages() throws IOException {
        try (Browser browser = new Browser()) {
            browser.show(1_280, 900, false);
            browser.open(product.url().resolve("/console"));
            browser.waitFor("!document.getElementById('sign-in').hidden");
            browser.type("#key", org.managementKey());
            browser.click("#sign-in-button");
            browser.waitFor(DRAWN);
            Histogram delivery = new Histogram(3);
            Histogram overview = new Histogram(3);
            for (int round = 0; round < ROUNDS; round++) {
                delivery.recordValue(turnTo(browser, "delivery"));
                overview.recordValue(turnTo(browser, "overview"));
            }
            print("page *Overview*, from its link to the last chart", PAGE_LIMIT_MILLIS, overview);
            print("page *Delivery*, the same", PAGE_LIMIT_MILLIS, delivery);
            measureFirstPage(browser);
        }
    }

    /// Microseconds until a page is read and drawn.
    private static long turnTo(Browser browser, String page) {
        return browser.evaluate(
                        """
                        new Promise((drawn) => {
                          const page = document.getElementById("%1$s");
                          const start = performance.now();
                          new MutationObserver((_, observer) => {
                            if (page.hasAttribute("aria-busy")) return;
                            observer.disconnect();
                            requestAnimationFrame(() => drawn(1000 * (performance.now() - start)));
                          }).observe(page, {attributeFilter: ["aria-busy"]});
                          location.hash = "#%1$s";
                        })\
                        """
                                .formatted(page))
                .asLong();
    }

    private void measureFirstPage(Browser browser) {
        Histogram first = new Histogram(3);
        long bytes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            browser.forgetFiles();
            browser.open(product.url().resolve("/console?" + round));
            JsonNode loaded =
                    browser.evaluate(
                            """
                            new Promise((drawn) => {
                              const look = () => {
                                if (!(%s)) return requestAnimationFrame(look);
                                const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
                                drawn([1000 * performance.now(), files.filter(({name}) => new URL(name).pathname.startsWith("/console"))
                                  .reduce((sum, {transferSize}) => sum + transferSize, 0)]);
                              };
                              look();
                            })\
                            """
                                    .formatted(DRAWN));
            first.recordValue(loaded.path(0).asLong());
            bytes = loaded.path(1).asLong();
        }
        print("first page of an empty cache, drawn", FIRST_PAGE_LIMIT_MILLIS, first);
        overLimit |= bytes > FILES_LIMIT_BYTES;
        System.out.printf(
                "| its files as they are sent | %,d bytes | %,d | | | %s |%n",
                FILES_LIMIT_BYTES, bytes, bytes > FILES_LIMIT_BYTES ? "over" : "ok");
    }

    /// The 95th percentile counts.
    private void print(String what, int limitMillis, Histogram micros) {
        boolean over = micros.getValueAtPercentile(95) > limitMillis * MICROS_IN_MILLI;
        overLimit |= over;
        System.out.printf(
                "| %s | %,d ms | %.0f | %.0f | %.0f | %s |%n",
                what,
                limitMillis,
                micros.getValueAtPercentile(50) / MICROS_IN_MILLI,
                micros.getValueAtPercentile(95) / MICROS_IN_MILLI,
                micros.getMaxValue() / MICROS_IN_MILLI,
                over ? "over" : "ok");
    }
}
