package io.interlude.benchmark.selection;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import java.time.Instant;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// One whole decision without a context: candidates, rules, rank, rotation and verdicts, over the
/// fetch service's own overlay and views. The clock moves a millisecond with each decision, so that
/// nothing can be remembered from the one before.
///
/// `scan` is the physical limit beside it: one pass over an array of as many objects that reads one
/// field of each. Run it with `benchmarks/selection`.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class SelectionBenchmark {
    private static final long SEED = 20_261_121;

    /// Enough that the plans of even pacing move on, and the same day for all.
    private static final int MILLIS_PLAYED = 3_600_000;

    @Param({"100", "1000", "10000"})
    int lineItems;

    @Param Shape shape = Shape.MIXED;

    private PreparedCatalogue catalogue =
            PreparedCatalogue.compile(BookedCatalogue.of(shape, 0, 0));
    private SelectionInput first = BookedState.input(Shape.MIXED, Instant.EPOCH);
    private ServingState state = ServingState.NOTHING;
    private Probe[] probes = {};
    private long nowMillis;
    private int played;

    @Setup(Level.Trial)
    public void book() {
        catalogue = PreparedCatalogue.compile(BookedCatalogue.of(shape, lineItems, SEED));
        Instant noon = Instant.parse("2026-06-10T16:00:00Z");
        first = BookedState.input(shape, noon);
        nowMillis = noon.toEpochMilli();
        state = new BookedState(new SplittableRandom(SEED), catalogue.source()).overlaid();
        probes = Probe.some(lineItems, SEED);
    }

    /// The decision.
    @Benchmark
    public SelectionOutcome decide() {
        played = (played + 1) % MILLIS_PLAYED;
        SelectionInput input =
                new SelectionInput(
                        BookedCatalogue.AD_UNIT,
                        null,
                        AdFormat.NATIVE,
                        TargetingTrees.REQUEST,
                        Instant.ofEpochMilli(nowMillis + played),
                        first.frequency(),
                        Moment.of(new ContextReading.NoContext()),
                        first.conversation(),
                        _ -> false,
                        Set.of(),
                        false);
        return Selection.decide(catalogue, input, state, new SplittableRandom(played));
    }

    /// The limit.
    @Benchmark
    public long scan() {
        long sum = 0;
        for (Probe probe : probes) {
            sum += probe.value();
        }
        return sum;
    }
}
