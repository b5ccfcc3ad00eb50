package io.interlude.benchmark.faults;

import io.interlude.benchmark.faults.FaultScript.Processes;
import io.interlude.benchmark.faults.JournalReading.Placed;
import io.interlude.benchmark.faults.Sent.Kind;
import io.interlude.benchmark.load.BenchOrg;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.IsolationLevel;

/// Steady traffic while broker, service and disk fail, and then the journal held against every
/// answer. Ends with 1 when a promise was broken. See `benchmarks/README.md`.
public final class FaultsBenchmark {
    private static final String TOKEN = "faults-operator-token-0123456789abcdef";
    private static final double REDIRECT_P99_MILLIS = 250;
    private static final double WARM_UP_FETCHES_PER_SECOND = 600;
    private static final int LEAST_LINKS_SECONDS = 240;
    private static final int DEADLINE_SECONDS = 180;

    private final FaultsOptions options;
    private final Path folder;
    private final URI base;
    private final String brokers;
    private final Product product;
    private final List<String> violations = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);

    private FaultsBenchmark(FaultsOptions options) throws IOException {
        this.options = options;
        Path given = options.folder();
        folder = given == null ? Files.createTempDirectory("interlude-faults") : given;
        Files.createDirectories(folder);
        base = URI.create("http://127.0.0.1:" + options.port());
        brokers = "127.0.0.1:" + (options.port() + 1);
        product = new Product(base);
    }

    /// Runs all of it and prints the tables.
    public static void main(String... arguments) throws IOException, InterruptedException {
        FaultsBenchmark benchmark = new FaultsBenchmark(FaultsOptions.parse(arguments));
        benchmark.run();
        benchmark.violations.forEach(violation -> System.out.println("VIOLATION " + violation));
        System.exit(benchmark.violations.isEmpty() ? 0 : 1);
    }

    private void run() throws IOException, InterruptedException {
        progress("everything is in " + folder);
        try (KillableProcess broker = broker();
                KillableProcess service = service();
                OutboxDisk disk = OutboxDisk.mount(folder.resolve("small-disk"))) {
            endWithUs(service::close, broker::close, disk::close);
            if (!disk.isMounted()) {
                progress("no small disk can be mounted here: the phase 'disk full' is left out");
            }
            broker.start();
            service.start();
            await("the product did not get ready", () -> product.missing().isEmpty());
            BenchOrg.Made org = BenchOrg.make(base, TOKEN, 10, false);
            Traffic traffic = warmUp(org);
            faults(new Processes(broker, service), traffic, disk);
            audit(org, traffic);
            service.stop();
            broker.stop();
        }
    }

    /// An interrupted run must leave no process and no disk behind.
    private static void endWithUs(Runnable... closings) {
        Thread hook = new Thread(() -> List.of(closings).forEach(Runnable::run), "clean-up");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private KillableProcess broker() {
        return new KillableProcess(
                List.of(
                        java(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerProcess.class.getName(),
                        folder.resolve("broker").toString(),
                        String.valueOf(options.port() + 1)),
                Map.of(),
                folder.resolve("broker.log"));
    }

    private KillableProcess service() {
        List<String> command =
                new ArrayList<>(List.of(java(), "@" + System.getProperty("interlude.options")));
        learned().ifPresent(file -> command.add("-XX:AOTCache=" + file));
        command.addAll(List.of("-jar", System.getProperty("interlude.jar")));
        return new KillableProcess(
                command,
                Map.of(
                        "INTERLUDE_PORT",
                        String.valueOf(options.port()),
                        "INTERLUDE_DATA",
                        folder.resolve("data").toString(),
                        "INTERLUDE_BROKERS",
                        brokers,
                        "INTERLUDE_DEMO",
                        "false",
                        "INTERLUDE_OPERATOR_TOKEN",
                        TOKEN),
                folder.resolve("service.log"));
    }

    /// What a training run left (`./interlude train`); an older one than the product is none of it,
    /// as for `./interlude up`.
    private static Optional<File> learned() {
        File learned = new File(System.getProperty("interlude.learned"));
        File jar = new File(System.getProperty("interlude.jar"));
        boolean usable = learned.lastModified() > jar.lastModified();
        progress(
                usable
                        ? "the product starts from what a training run learned"
                        : "no training run: ./interlude train makes the starts quicker");
        return usable ? Optional.of(learned) : Optional.empty();
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// Warms the product up, and makes links enough: each is followed once.
    private Traffic warmUp(BenchOrg.Made org) throws InterruptedException {
        PhaseStats stats = new PhaseStats("warm-up");
        Traffic traffic = new Traffic(base, org.fetchKey(), stats);
        long links =
                Math.round(
                        options.clicksPerSecond()
                                * Math.max(4 * options.seconds(), LEAST_LINKS_SECONDS));
        progress("warming up");
        traffic.start(Kind.FETCH, WARM_UP_FETCHES_PER_SECOND);
        traffic.start(Kind.EVENT, options.eventsPerSecond());
        traffic.start(Kind.CLICK, options.clicksPerSecond());
        await("too few links were made", () -> traffic.unclicked() > links);
        traffic.stop();
        System.out.println(FaultsTable.phaseHead());
        System.out.println(FaultsTable.phase(stats));
        return traffic;
    }

    private void faults(Processes processes, Traffic traffic, OutboxDisk disk)
            throws IOException, InterruptedException {
        traffic.start(Kind.FETCH, options.fetchesPerSecond());
        traffic.start(Kind.EVENT, options.eventsPerSecond());
        traffic.start(Kind.CLICK, options.clicksPerSecond());
        FaultScript script =
                new FaultScript(
                        processes, product, traffic, disk, options.outageSeconds(), this::show);
        script.run(options.seconds());
        traffic.stop();
        violations.addAll(script.violations());
        if (traffic.unclicked() == 0) {
            violations.add("no links were left to follow: there were fewer clicks than asked for");
        }
    }

    private void show(PhaseStats phase) {
        System.out.println(FaultsTable.phase(phase));
        if (phase.millis(Kind.CLICK, 99) > REDIRECT_P99_MILLIS) {
            violations.add(phase.name() + ": the redirect's p99 is over 250 ms");
        }
    }

    private void audit(BenchOrg.Made org, Traffic traffic)
            throws IOException, InterruptedException {
        progress("waiting for the outbox and the aggregator");
        await("the outbox did not drain", () -> product.metric("outbox_entries") == 0);
        JournalReading reading = new JournalReading(brokers, org.orgId());
        System.out.println(System.lineSeparator() + FaultsTable.journalHead());
        Map<String, Long> expected = new LinkedHashMap<>();
        for (IsolationLevel isolation : IsolationLevel.values()) {
            List<Placed> fetches = reading.fetches(isolation);
            List<Placed> events = reading.deliveries(isolation);
            List<Placed> clicks = reading.clicks(isolation);
            show(isolation, Kind.FETCH, traffic, fetches);
            show(isolation, Kind.EVENT, traffic, events);
            show(isolation, Kind.CLICK, traffic, clicks);
            seeRejected(isolation, reading.rejected(isolation));
            expected.put("fetches", (long) fetches.size());
            expected.put("noFills", (long) reading.noFills(isolation).size());
            expected.put("sends", ofType(events, 0));
            expected.put("delivers", ofType(events, 1));
            expected.put("reads", ofType(events, 2));
            expected.put("clicks", (long) clicks.size());
            expected.put("uniqueClicks", (long) clicks.size());
        }
        await(
                "the reports do not agree",
                () -> product.report(org.managementKey()).equals(expected));
        System.out.println(
                System.lineSeparator()
                        + FaultsTable.reports(expected, product.report(org.managementKey())));
    }

    private void seeRejected(IsolationLevel isolation, List<Placed> rejected) {
        System.out.println("REJECTED " + isolation + ": " + rejected.size());
        if (!rejected.isEmpty()) {
            violations.add(
                    rejected.size() + " are in ads.rejected, the first: " + rejected.getFirst());
        }
    }

    /// Events took the three types in turn.
    private static long ofType(List<Placed> events, int type) {
        return events.stream()
                .filter(event -> Long.parseLong(event.identity()) % 3 == type)
                .count();
    }

    private void show(IsolationLevel isolation, Kind kind, Traffic traffic, List<Placed> placed) {
        FaultsAudit.Result found = FaultsAudit.of(kind, traffic.sent(), placed);
        System.out.println(FaultsTable.journal(kind + " " + isolation, found));
        violations.addAll(found.violations);
        int more = found.violationCount - found.violations.size();
        if (more > 0) {
            violations.add(kind + ": " + more + " more");
        }
    }

    private void await(String otherwise, Condition condition) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        boolean holds = false;
        while (!holds && System.nanoTime() < endNanos) {
            try {
                holds = condition.holds() || never.await(100, TimeUnit.MILLISECONDS);
            } catch (IOException e) {
                progress(e.toString());
            }
        }
        if (!holds) {
            violations.add(otherwise);
        }
    }

    private static void progress(String text) {
        System.err.println(text);
    }

    private interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }
}
