package io.interlude.benchmark.sizing;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The simulated and the computed figures, as tables.
final class SimulatedTables {
    private static final double MEGA = 1e6;
    private static final double TERA = 1e12;

    private SimulatedTables() {}

    static String loadHead() {
        return "| fetches/s | subscribers | partitions | stream threads | fullest partition / mean |"
                + " busiest thread % | wait p50 ms | wait p99 ms |\n|---|---|---|---|---|---|---|---|";
    }

    static String row(Population population, double rate, PartitionLoad load) {
        return String.format(
                Locale.ROOT,
                "| %,.0f | %s, %.1f | %,d | %,d | %.2f | %.0f | %.2f | %.2f |",
                rate,
                population.name(),
                population.subscriberExponent(),
                load.partitions(),
                load.threads(),
                load.worstOverMean(),
                load.busiestThread() * 100,
                load.waitMillisP50(),
                load.waitMillisP99());
    }

    static String stageHead() {
        return "| fetches/s | subscribers | partitions | partial sums/s | fullest partition / mean |"
                + " the same without partial sums | published sums/s | to each fetch instance MB/s"
                + " |\n|---|---|---|---|---|---|---|---|";
    }

    static String row(Population population, double rate, SecondStage stage) {
        return String.format(
                Locale.ROOT,
                "| %,.0f | %s, %.1f | %,d | %,.0f | %.2f | %.2f | %,.0f | %,.1f |",
                rate,
                population.name(),
                population.subscriberExponent(),
                stage.partitions(),
                stage.partialsPerSecond(),
                stage.worstOverMean(),
                stage.withoutSums(),
                stage.publishedPerSecond(),
                SizingPlan.fanOutBytesPerSecond(stage.publishedPerSecond(), stage.partitions())
                        / MEGA);
    }

    static List<String> plans(List<SizingPlan> plans) {
        return Stream.of(
                        Stream.of(
                                line("fetches/s", plans, whole(SizingPlan::fetchesPerSecond)),
                                "|---" + "|---".repeat(plans.size()) + "|"),
                        machines(plans),
                        bytes(plans))
                .flatMap(lines -> lines)
                .toList();
    }

    private static Stream<String> machines(List<SizingPlan> plans) {
        return Stream.of(
                line("partitions", plans, whole(SizingPlan::partitions)),
                line("subscribers", plans, whole(SizingPlan::subscribers)),
                line("attribution, days", plans, whole(SizingPlan::attributionDays)),
                line("cores in all", plans, whole(SizingPlan::cores)),
                line("fetch instances", plans, whole(SizingPlan::fetchInstances)),
                line("event instances", plans, whole(SizingPlan::eventInstances)),
                line("stream threads", plans, whole(SizingPlan::streamThreads)),
                line("aggregators", plans, whole(SizingPlan::aggregators)));
    }

    private static Stream<String> bytes(List<SizingPlan> plans) {
        return Stream.of(
                line("journal, MB/s, one copy", plans, megas(SizingPlan::journalBytesPerSecond)),
                line(
                        "changelogs, MB/s, one copy",
                        plans,
                        megas(SizingPlan::changelogBytesPerSecond)),
                line(
                        "journal, TB a day, three copies",
                        plans,
                        teras(SizingPlan::journalBytesPerDay)),
                line(
                        "fetches and events to match, TB, one copy",
                        plans,
                        teras(SizingPlan::matchingStateBytes)),
                line("subscribers, TB, one copy", plans, teras(SizingPlan::subscriberStateBytes)),
                line(
                        "state on each aggregator, TB, with its standby's",
                        plans,
                        teras(SizingPlan::stateBytesPerAggregator)));
    }

    private static Function<SizingPlan, String> whole(ToDoubleFunction<SizingPlan> number) {
        return plan -> String.format(Locale.ROOT, "%,.0f", number.applyAsDouble(plan));
    }

    private static Function<SizingPlan, String> megas(ToDoubleFunction<SizingPlan> bytes) {
        return plan -> String.format(Locale.ROOT, "%,.1f", bytes.applyAsDouble(plan) / MEGA);
    }

    private static Function<SizingPlan, String> teras(ToDoubleFunction<SizingPlan> bytes) {
        return plan -> String.format(Locale.ROOT, "%,.3f", bytes.applyAsDouble(plan) / TERA);
    }

    private static String line(
            String name, List<SizingPlan> plans, Function<SizingPlan, String> cell) {
        return plans.stream()
                .map(cell)
                .collect(Collectors.joining(" | ", "| " + name + " | ", " |"));
    }
}
