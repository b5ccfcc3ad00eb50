package io.interlude.benchmark.load;

import io.interlude.benchmark.load.LoadGenerator.Numbers;
import io.interlude.benchmark.load.probe.JournalCount;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.concurrent.ExecutionException;

/// Every number that a fetch without a context is held to, measured in one run: beside the floor,
/// and at half of the rate that it then took.
final class FetchLimits {
    private static final double LEAST_SHARE = 0.6;
    private static final double MOST_CPU_MILLIS = 0.54;
    private static final double MOST_P99_MILLIS = 20;
    private static final double P99 = 99;
    private static final double MICROS_PER_MILLI = 1_000;

    private final LoadOptions options;
    private final LoadGenerator generator;
    private final Numbers numbers;

    FetchLimits(LoadOptions options, LoadGenerator generator, Numbers numbers) {
        this.options = options;
        this.generator = generator;
        this.numbers = numbers;
    }

    /// Measures, prints, and tells whether every limit held and the journal holds exactly what was
    /// answered.
    boolean run(FetchWorkload fetches, FloorComparison floor, JournalCount journal)
            throws InterruptedException, ExecutionException {
        long before = journal.records(Topics.FETCHES.name()) - fetches.filled();
        FloorComparison.Blocks blocks = floor.fetches(fetches);
        double half = Math.floor(blocks.perSecond() / 2);
        Leg steady = generator.openLoop(fetches, numbers, half, options.leg());
        System.out.println(LoadTable.row(steady));
        long missing = before + fetches.filled() - journal.records(Topics.FETCHES.name());
        return LimitLine.print(
                List.of(
                        LimitLine.most(
                                "fetch, closed loop: CPU ms of server and broker, worst block",
                                MOST_CPU_MILLIS,
                                blocks.worstCpuMillis(),
                                blocks.errors()),
                        LimitLine.least(
                                "fetch, closed loop: share of the floor's rate, worst block",
                                LEAST_SHARE,
                                blocks.worstShare(),
                                blocks.errors()),
                        LimitLine.most(
                                "fetch, open loop at half of that rate: p99 ms",
                                MOST_P99_MILLIS,
                                steady.micros().getValueAtPercentile(P99) / MICROS_PER_MILLI,
                                steady.errors()),
                        LimitLine.most(
                                "records of " + Topics.FETCHES.name() + " off the answers",
                                0,
                                (double) Math.abs(missing),
                                0)));
    }
}
