package io.interlude.benchmark.sizing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.rocksdb.RocksDBException;

/// Simulates partitions and hot keys and prints what a rate of fetches needs; or measures the bytes
/// of a running product. See `benchmarks/README.md`.
public final class SizingBenchmark {
    private static final double SMALL = 10_000;
    private static final double LARGE = 1_000_000;
    static final Rate SMALL_RATE = new Rate(SMALL, List.of(12, 48, 96));
    private static final Rate LARGE_RATE = new Rate(LARGE, List.of(768, 1_024, 2_048, 4_095));

    /// A rate of fetches a second, and the numbers of partitions that it is tried with.
    record Rate(double fetchesPerSecond, List<Integer> partitions) {}

    private SizingBenchmark() {}

    public static void main(String... arguments)
            throws IOException, InterruptedException, ExecutionException, RocksDBException {
        SizingOptions options = SizingOptions.parse(arguments);
        if (options.brokers() != null) {
            System.out.println(MeasuredTables.topics(TopicBytes.of(options.brokers())));
        }
        if (options.stores() != null) {
            System.out.println(MeasuredTables.stores(StoreBytes.of(options.stores())));
        }
        if (options.brokers() == null && options.stores() == null) {
            report(options, List.of(SMALL_RATE, LARGE_RATE)).forEach(System.out::println);
        }
    }

    /// Every table, a line each.
    static List<String> report(SizingOptions options, List<Rate> rates) {
        Random random = new Random(options.seed());
        List<String> lines = new ArrayList<>();
        lines.add(SimulatedTables.loadHead());
        for (Population population : populations()) {
            for (Rate rate : rates) {
                for (int partitions : rate.partitions()) {
                    lines.add(
                            load(population, rate.fetchesPerSecond(), partitions, options, random));
                }
            }
        }
        lines.add("");
        lines.add(SimulatedTables.stageHead());
        for (Population population : populations()) {
            for (Rate rate : rates) {
                for (int partitions : rate.partitions()) {
                    lines.add(
                            stage(
                                    population,
                                    rate.fetchesPerSecond(),
                                    partitions,
                                    options,
                                    random));
                }
            }
        }
        lines.add("");
        lines.addAll(SimulatedTables.plans(plans()));
        return lines;
    }

    static List<SizingPlan> plans() {
        return List.of(
                new SizingPlan(SMALL, 48, 10e6, 30),
                new SizingPlan(LARGE, 2_048, 1e9, 30),
                new SizingPlan(LARGE, 2_048, 1e9, 1));
    }

    private static List<Population> populations() {
        return List.of(
                Population.of("even", 100_000_000, 0.5, 1_000, 1_000),
                Population.of("usual", 100_000_000, 0.8, 1_000, 1_000),
                Population.of("hot", 100_000_000, 1.1, 1_000, 10_000));
    }

    private static String load(
            Population population,
            double rate,
            int partitions,
            SizingOptions options,
            Random random) {
        SizingPlan plan = new SizingPlan(rate, partitions, 1, 1);
        PartitionLoad.Load load =
                new PartitionLoad.Load(
                        rate,
                        SizingPlan.workMicros(),
                        partitions,
                        Math.min(partitions, plan.streamThreads()));
        return SimulatedTables.row(
                population,
                rate,
                PartitionLoad.simulate(population, load, options.fetches(), random));
    }

    private static String stage(
            Population population,
            double rate,
            int partitions,
            SizingOptions options,
            Random random) {
        double fetchesPerCommit = rate / SecondStage.COMMITS_PER_SECOND;
        int commits = Math.clamp((long) (options.fetches() / fetchesPerCommit), 1, 20);
        return SimulatedTables.row(
                population,
                rate,
                SecondStage.simulate(population, rate, partitions, commits, random));
    }
}
