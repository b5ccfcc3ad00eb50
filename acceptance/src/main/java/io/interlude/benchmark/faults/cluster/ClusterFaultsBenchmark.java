package io.interlude.benchmark.faults.cluster;

import io.interlude.benchmark.faults.CapRecount;
import io.interlude.benchmark.faults.FaultsAudit;
import io.interlude.benchmark.faults.FaultsTable;
import io.interlude.benchmark.faults.JournalReading;
import io.interlude.benchmark.faults.JournalReading.Placed;
import io.interlude.benchmark.faults.JournaledAd;
import io.interlude.benchmark.faults.KillableProcess;
import io.interlude.benchmark.faults.PhaseStats;
import io.interlude.benchmark.faults.Product;
import io.interlude.benchmark.faults.Sent;
import io.interlude.benchmark.faults.Sent.ClientOutcome;
import io.interlude.benchmark.faults.Sent.Kind;
import io.interlude.benchmark.faults.Traffic;
import io.interlude.benchmark.faults.cluster.ClusterProcesses.Member;
import io.interlude.benchmark.load.BenchOrg;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.common.IsolationLevel;

/// Steady traffic through the gateway of a cluster whose processes are killed one after the other
/// and whose network is slow, and then the journal held against every answer and every cap. Ends
/// with 1 when a promise was broken. See `benchmarks/README.md`.
public final class ClusterFaultsBenchmark {
    private static final String TOKEN = "cluster-faults-operator-token-0123456789";
    private static final int MOST_PHASES = 16;
    private static final int START_SECONDS = 600;
    private static final int DRAIN_SECONDS = 120;

    private final ClusterFaultsOptions options;
    private final Path folder;
    private final URI base;
    private final ClusterProcesses processes;
    private final List<String> violations = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);

    private ClusterFaultsBenchmark(ClusterFaultsOptions options) throws IOException {
        this.options = options;
        Path given = options.folder();
        folder = given == null ? Files.createTempDirectory("interlude-cluster") : given;
        Files.createDirectories(folder);
        base = URI.create("http://127.0.0.1:" + options.port());
        processes = new ClusterProcesses(folder.resolve("data"));
    }

    /// Runs all of it and prints the tables.
    public static void main(String... arguments) throws IOException, InterruptedException {
        ClusterFaultsBenchmark benchmark =
                new ClusterFaultsBenchmark(ClusterFaultsOptions.parse(arguments));
        benchmark.run();
        benchmark.violations.forEach(violation -> System.out.println("VIOLATION " + violation));
        System.exit(benchmark.violations.isEmpty() ? 0 : 1);
    }

    private void run() throws IOException, InterruptedException {
        progress("everything is in " + folder);
        if (options.attach()) {
            measure();
            return;
        }
        try (KillableProcess cluster = cluster()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "clean-up"));
            cluster.start();
            measure();
            int code = cluster.stop();
            if (code != 0) {
                violations.add("the cluster ended with " + code + " after SIGTERM");
            }
        }
    }

    private void measure() throws IOException, InterruptedException {
        if (!await("the cluster did not get ready", START_SECONDS, this::isUp)) {
            return;
        }
        BenchOrg.Made org = BenchOrg.make(base, TOKEN, ClusterAsking.catalogue(MOST_PHASES));
        if (!SlowNetwork.isPossible()) {
            progress("no network of our own that can be slow: processes halt instead");
        }
        ClusterAsking asking = new ClusterAsking(options.subscribers());
        Traffic traffic = warmUp(org, asking);
        ClusterScript script = new ClusterScript(processes, traffic, asking, options, this::show);
        script.run();
        traffic.stop();
        violations.addAll(script.violations());
        audit(org, traffic, script.phases());
    }

    private KillableProcess cluster() {
        return new KillableProcess(
                List.of(
                        System.getProperty("interlude.launcher"),
                        "cluster",
                        "--fresh",
                        "--data",
                        folder.resolve("data").toString()),
                Map.of(
                        "INTERLUDE_CLUSTER_PORT",
                        String.valueOf(options.port()),
                        "INTERLUDE_DEMO",
                        "false",
                        "INTERLUDE_OPERATOR_TOKEN",
                        TOKEN),
                folder.resolve("cluster.log"));
    }

    private boolean isUp() throws InterruptedException {
        if (!processes.exist()) {
            return false;
        }
        if (!processes.hasGateway()) {
            throw new IllegalStateException("There is no gateway: install haproxy.");
        }
        List<Member> all = processes.all();
        for (Member member : all) {
            if (!member.alive() || !ClusterProcesses.isReady(member)) {
                return false;
            }
        }
        return all.stream().anyMatch(member -> member.role().equals("gateway"));
    }

    private Traffic warmUp(BenchOrg.Made org, ClusterAsking asking) throws InterruptedException {
        progress("warming up");
        PhaseStats stats = new PhaseStats("warm-up");
        asking.enter(MOST_PHASES - 1);
        Traffic traffic = new Traffic(base, org.fetchKey(), stats, asking::body);
        traffic.start(Kind.FETCH, options.fetchesPerSecond());
        traffic.start(Kind.EVENT, options.eventsPerSecond());
        traffic.start(Kind.CLICK, options.clicksPerSecond());
        var _ = never.await(options.warmUpSeconds(), TimeUnit.SECONDS);
        stats.seconds = options.warmUpSeconds();
        System.out.println(ClusterFaultsTable.phaseHead());
        show(stats);
        return traffic;
    }

    private void show(PhaseStats phase) {
        System.out.println(ClusterFaultsTable.phase(phase));
    }

    private void audit(BenchOrg.Made org, Traffic traffic, int phases)
            throws IOException, InterruptedException {
        progress("waiting for the outboxes");
        await("the outboxes did not drain", DRAIN_SECONDS, this::areDrained);
        JournalReading reading = new JournalReading(processes.brokers(), org.orgId());
        IsolationLevel committed = IsolationLevel.READ_COMMITTED;
        System.out.println(System.lineSeparator() + FaultsTable.journalHead());
        show(Kind.FETCH, traffic, reading.fetches(committed));
        show(Kind.EVENT, traffic, reading.deliveries(committed));
        show(Kind.CLICK, traffic, reading.clicks(committed));
        List<Placed> rejected = reading.rejected(committed);
        if (!rejected.isEmpty()) {
            violations.add(rejected.size() + " are in ads.rejected: " + rejected.getFirst());
        }
        showCaps(traffic, reading.servedAds(), phases);
    }

    private boolean areDrained() throws InterruptedException {
        for (String role : List.of("fetch-service", "event-ingest")) {
            for (Member member : processes.of(role)) {
                if (new Product(member.url()).metric("outbox_entries") != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private void show(Kind kind, Traffic traffic, List<Placed> placed) {
        FaultsAudit.Result found = FaultsAudit.of(kind, traffic.sent(), placed, false);
        System.out.println(FaultsTable.journal(kind.name(), found));
        violations.addAll(found.violations);
    }

    /// What was served and its answer lost counts too, but a cap that only that broke is shown
    /// apart.
    private void showCaps(Traffic traffic, List<JournaledAd> served, int phases) {
        Set<String> answered =
                traffic.sent().stream()
                        .filter(sent ->
                                sent.kind() == Kind.FETCH
                                        && sent.outcome() == ClientOutcome.ACCEPTED)
                        .map(Sent::identity)
                        .collect(Collectors.toSet());
        CapRecount recount = new CapRecount(ClusterAsking.CAP, ClusterAsking.WINDOW);
        List<JournaledAd> broken =
                recount.broken(
                        served.stream().filter(ad -> answered.contains(ad.fetchId())).toList());
        int overshoot = 0;
        for (int i = 0; i < phases; i++) {
            String lineItem = ClusterAsking.budgeted(i);
            long count = served.stream().filter(ad -> ad.lineItemId().equals(lineItem)).count();
            overshoot += (int) Math.max(0, count - ClusterAsking.BUDGET);
        }
        long toSubscribers = served.stream().filter(ad -> !ad.subscriber().isEmpty()).count();
        long unserved =
                traffic.sent().stream()
                        .filter(sent ->
                                sent.kind() == Kind.FETCH
                                        && sent.outcome() == ClientOutcome.NOTHING)
                        .count();
        System.out.printf(
                "%n| served to subscribers | not served to them | caps broken | with unanswered ones"
                        + " | budgets of %d | fetches beyond them |%n|---|---|---|---|---|---|%n"
                        + "| %,d | %,d | %,d | %,d | %d | %,d |%n",
                ClusterAsking.BUDGET,
                toSubscribers,
                unserved,
                broken.size(),
                recount.broken(served).size(),
                phases,
                overshoot);
        if (toSubscribers == 0 || unserved == 0) {
            violations.add("no cap was ever reached, so that none could be broken");
        }
        if (!broken.isEmpty()) {
            violations.add(broken.size() + " caps are broken, the first: " + broken.getFirst());
        }
    }

    private boolean await(String otherwise, int seconds, Condition condition)
            throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() > endNanos) {
                violations.add(otherwise);
                return false;
            }
            var _ = never.await(500, TimeUnit.MILLISECONDS);
        }
        return true;
    }

    private static void progress(String text) {
        System.err.println(text);
    }

    private interface Condition {
        boolean holds() throws InterruptedException;
    }
}
