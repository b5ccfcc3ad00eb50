package io.interlude.benchmark.load;

import io.interlude.benchmark.load.LoadGenerator.Numbers;
import io.interlude.benchmark.load.probe.JournalCount;
import io.interlude.schema.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/// Every number that ingest is held to, measured in one run: single events beside the floor and at
/// a constant rate, batches, and redirects. Worst blocks count, not means.
final class IngestLimits {
    private static final double LEAST_SHARE = 0.4;
    private static final double MOST_CPU_MILLIS = 0.26;
    private static final double EVENTS_PER_SECOND = 1_000;
    private static final double MOST_EVENT_P99_MILLIS = 10;
    private static final double LEAST_BATCHED_PER_SECOND = 30_000;
    private static final double CLICKS_PER_SECOND = 500;
    private static final double MOST_CLICK_P99_MILLIS = 5;
    private static final double P99 = 99;
    private static final double MICROS_PER_MILLI = 1_000;

    private final LoadOptions options;
    private final LoadGenerator generator;
    private final Numbers numbers;
    private final List<LimitLine> lines = new ArrayList<>();

    IngestLimits(LoadOptions options, LoadGenerator generator, Numbers numbers) {
        this.options = options;
        this.generator = generator;
        this.numbers = numbers;
    }

    /// Measures, prints, and tells whether every limit held and the journal holds exactly what was
    /// answered.
    boolean run(
            EventWorkload events,
            BatchWorkload batches,
            ClickWorkload clicks,
            FloorComparison floor,
            JournalCount journal)
            throws InterruptedException, ExecutionException {
        long deliveries = journal.records(Topics.DELIVERIES.name());
        long clicked = journal.records(Topics.CLICKS.name());
        besideTheFloor(floor.events(events));
        Leg steady = printed(generator.openLoop(events, numbers, EVENTS_PER_SECOND, options.leg()));
        most("event, 1,000/s open loop: p99 ms", MOST_EVENT_P99_MILLIS, p99(steady), steady);
        batches(batches);
        generator.openLoop(clicks, numbers, CLICKS_PER_SECOND, options.leg());
        Leg redirects =
                printed(generator.openLoop(clicks, numbers, CLICKS_PER_SECOND, options.leg()));
        most("click, 500/s open loop: p99 ms", MOST_CLICK_P99_MILLIS, p99(redirects), redirects);
        exact(
                journal,
                Topics.DELIVERIES.name(),
                deliveries,
                events.recorded() + batches.recorded());
        exact(journal, Topics.CLICKS.name(), clicked, clicks.redirected());
        return LimitLine.print(lines);
    }

    private void besideTheFloor(FloorComparison.Blocks blocks) {
        lines.add(
                LimitLine.most(
                        "event, closed loop: server CPU ms, worst block",
                        MOST_CPU_MILLIS,
                        blocks.worstCpuMillis(),
                        blocks.errors()));
        lines.add(
                LimitLine.least(
                        "event, closed loop: share of the floor's rate, worst block",
                        LEAST_SHARE,
                        blocks.worstShare(),
                        blocks.errors()));
    }

    private void batches(BatchWorkload batches) throws InterruptedException {
        generator.closedLoop(batches, numbers, options.warmUp());
        Leg leg = printed(generator.closedLoop(batches, numbers, options.leg()));
        lines.add(
                LimitLine.least(
                        "batches of 100, closed loop: events/s",
                        LEAST_BATCHED_PER_SECOND,
                        leg.perSecond() * BatchWorkload.EVENTS,
                        leg.errors()));
    }

    private void most(String what, double limit, double measured, Leg leg) {
        lines.add(LimitLine.most(what, limit, measured, leg.errors()));
    }

    private void exact(JournalCount journal, String topic, long before, long answered)
            throws ExecutionException, InterruptedException {
        long missing = before + answered - journal.records(topic);
        lines.add(
                LimitLine.most(
                        "records of " + topic + " off the answers",
                        0,
                        (double) Math.abs(missing),
                        0));
    }

    private static Leg printed(Leg leg) {
        System.out.println(LoadTable.row(leg));
        return leg;
    }

    private static double p99(Leg leg) {
        return leg.micros().getValueAtPercentile(P99) / MICROS_PER_MILLI;
    }
}
