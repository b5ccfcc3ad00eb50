package io.interlude.benchmark.rebalance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// Fills the state of two aggregators, and then kills, stops, starts and adds instances while
/// counters are read and fetches written. Ends with 1 when something was lost, counted twice, or an
/// answer was less than its reader had to be told. See `benchmarks/README.md`.
public final class RebalanceBenchmark {
    private static final int START_SECONDS = 120;
    private static final long SEED = 20_261_121;
    private static final double SAMPLES_PER_SECOND = 10;
    private static final double LOOKS_PER_SECOND = 1;

    private final RebalanceOptions options;
    private final Path folder;
    private final InstantSource clock = InstantSource.system();
    private final RebalanceAudience audience;
    private final List<String> violations = new ArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);

    private RebalanceBenchmark(RebalanceOptions options) throws IOException {
        this.options = options;
        Path given = options.folder();
        folder = given == null ? Files.createTempDirectory("interlude-rebalance") : given;
        Files.createDirectories(folder);
        audience = new RebalanceAudience(options.partitions());
    }

    /// Runs all of it and prints the table.
    public static void main(String... arguments) throws Exception {
        RebalanceBenchmark benchmark = new RebalanceBenchmark(RebalanceOptions.parse(arguments));
        benchmark.run();
        benchmark.violations.forEach(violation -> System.out.println("VIOLATION " + violation));
        System.exit(benchmark.violations.isEmpty() ? 0 : 1);
    }

    private void run() throws Exception {
        System.err.println("everything is in " + folder);
        Aggregators aggregators = new Aggregators(folder, options.port(), options.partitions());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(aggregators), "clean-up"));
        aggregators.startDependencies();
        await("the registry", aggregators::hasRegistry);
        aggregators.instance("a").process().start();
        aggregators.instance("b").process().start();
        await("both aggregators", () -> isShared(aggregators));
        try (AppliedFetches applied =
                        new AppliedFetches(aggregators.brokers(), audience.partitions());
                JournalWriter writer =
                        new JournalWriter(
                                audience,
                                clock,
                                aggregators.brokers(),
                                aggregators.registryUrl())) {
            WrittenFetches written = filled(aggregators, applied, writer);
            if (!options.only().equals(Set.of("fill"))) {
                Files.deleteIfExists(writtenFile());
                measure(aggregators, applied, writer, written);
            }
            written.save(writtenFile());
        }
        if (!aggregators.stop()) {
            violations.add("an aggregator did not end with 0 after SIGTERM");
        }
    }

    private void end(Aggregators aggregators) {
        aggregators.close();
        if (options.folder() == null && violations.isEmpty()) {
            delete();
        }
    }

    private void delete() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println(folder + " is left: " + e);
        }
    }

    private Path writtenFile() {
        return folder.resolve("written");
    }

    private static boolean isShared(Aggregators aggregators) throws InterruptedException {
        Aggregators.Cover cover = aggregators.look();
        return cover.owners() && cover.shared();
    }

    private WrittenFetches filled(
            Aggregators aggregators, AppliedFetches applied, JournalWriter writer)
            throws IOException, InterruptedException {
        WrittenFetches before =
                Files.exists(writtenFile())
                        ? WrittenFetches.load(writtenFile())
                        : new WrittenFetches(0);
        if (!options.only().contains("fill") || aggregators.stateBytes() >= options.stateBytes()) {
            return before;
        }
        // What is written from now on is in no file: a run that is cut short leaves none.
        Files.deleteIfExists(writtenFile());
        writer.writeOrg();
        return before.filledTo(
                new Filling(aggregators::stateBytes, applied, writer)
                        .fill(
                                before.subscribers(),
                                options.stateBytes(),
                                Duration.ofSeconds(options.fillSeconds())));
    }

    private void measure(
            Aggregators aggregators,
            AppliedFetches applied,
            JournalWriter writer,
            WrittenFetches written)
            throws InterruptedException {
        AnswerTimeline answers = new AnswerTimeline(System.nanoTime());
        try (CounterSurvey reader =
                new CounterSurvey(audience, written, answers, aggregators, applied)) {
            applied.lag();
            reader.start();
            await("the reader", () -> isAnswered(reader));
            try (OpenLoops loops = new OpenLoops()) {
                addReads(loops, reader, written);
                addFetches(loops, writer, written);
                loops.add("samples", SAMPLES_PER_SECOND, _ -> reader.sample());
                loops.add("offsets", LOOKS_PER_SECOND, _ -> look(applied));
                System.out.println(RebalanceTable.head());
                RebalanceScript script =
                        new RebalanceScript(
                                aggregators,
                                applied,
                                answers,
                                options,
                                row -> System.out.println(RebalanceTable.line(row)));
                script.run();
                violations.addAll(script.violations());
            }
            writer.flush();
            violations.addAll(reader.wrong());
            new Filling(aggregators::stateBytes, applied, writer).awaitLag(0);
            audit(new RebalanceAudit(reader, written).run(clock.instant()));
        }
        System.out.printf(
                "%n%,.0f MB on all disks, standbys too%n", aggregators.stateBytes() / 1e6);
    }

    private static boolean isAnswered(CounterSurvey reader) {
        try {
            return reader.fetches(0).get(1, TimeUnit.SECONDS) > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private void addReads(OpenLoops loops, CounterSurvey reader, WrittenFetches written) {
        SplittableRandom random = new SplittableRandom(SEED);
        loops.add(
                "reads",
                options.readsPerSecond(),
                dueNanos -> reader.ask(random.nextInt(written.subscribers()), dueNanos));
    }

    private void addFetches(OpenLoops loops, JournalWriter writer, WrittenFetches written) {
        SplittableRandom random = new SplittableRandom(SEED + written.total());
        loops.add(
                "fetches",
                options.fetchesPerSecond(),
                _ -> {
                    int number = random.nextInt(written.subscribers());
                    written.sending(number);
                    writer.write(number, offset -> written.written(number, offset));
                });
    }

    private static void look(AppliedFetches applied) {
        try {
            applied.lag();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void audit(RebalanceAudit.Result found) {
        System.out.printf(
                "%n| fetches written | in counters | in the report | subscribers wrong |%n"
                        + "|---|---|---|---|%n| %,d | %,d | %,d | %,d |%n",
                found.written(), found.counted(), found.reported(), found.wrongSubscribers());
        if (!found.isExact()) {
            violations.add("not everything was counted exactly once");
        }
    }

    private void await(String what, Condition condition) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!condition.holds()) {
            if (System.nanoTime() > endNanos) {
                throw new IllegalStateException(what + " did not get ready");
            }
            var _ = never.await(200, TimeUnit.MILLISECONDS);
        }
    }

    private interface Condition {
        boolean holds() throws InterruptedException;
    }
}
