package io.interlude.benchmark.reach;

import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.reach.ReachUnion;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The cost and the error of reach: ninety days that share subscribers, merged. Prints one table of
/// the counters that were candidates, and one of reach as it is kept. Run with `benchmarks/reach`.
public final class ReachBenchmark {
    private static final int DAYS = 90;
    private static final int CANDIDATE_SUBSCRIBERS = 1_000_000;
    private static final int CANDIDATE_RUNS = 30;
    private static final int RUNS = 10;
    private static final int MERGES = 5;
    private static final double PERCENT = 100;
    private static final double NANOS_IN_MILLI = 1e6;

    /// Of the subscribers of a day, one in so many comes on another day too.
    private static final int RETURNING = 4;

    private ReachBenchmark() {}

    public static void main(String[] arguments) {
        System.out.println(
                "| counter | bytes a day | merging 90 days, ms | error (rms) | worst of 30 |");
        System.out.println("|---|---|---|---|---|");
        Candidate.all().forEach(ReachBenchmark::compare);
        System.out.println();
        System.out.println(
                "| subscribers | bytes a day | merging 90 days, ms | error (rms) | worst of 10 |");
        System.out.println("|---|---|---|---|---|");
        Stream.of(1_000, 4_096, 4_097, 20_000, 100_000, 1_000_000, 10_000_000)
                .forEach(subscribers ->
                        measure(subscribers, RUNS).print("%,d".formatted(subscribers)));
    }

    private static <S> void compare(Candidate<S> candidate) {
        Errors errors = new Errors();
        for (int run = 0; run < CANDIDATE_RUNS; run++) {
            List<S> days = new ArrayList<>();
            for (int day = 0; day < DAYS; day++) {
                days.add(candidate.empty());
            }
            visit(run, CANDIDATE_SUBSCRIBERS, (day, hash) -> candidate.update(days.get(day), hash));
            List<byte[]> packed = days.stream().map(candidate::bytes).toList();
            errors.add(
                    packed.stream().mapToLong(bytes -> bytes.length).sum(),
                    CANDIDATE_SUBSCRIBERS,
                    () -> candidate.merged(packed));
        }
        errors.print(candidate.name());
    }

    /// Reach as it is kept.
    static Errors measure(int subscribers, int runs) {
        Errors errors = new Errors();
        for (int run = 0; run < runs; run++) {
            List<LongStream.Builder> days = new ArrayList<>();
            for (int day = 0; day < DAYS; day++) {
                days.add(LongStream.builder());
            }
            visit(run, subscribers, (day, hash) -> days.get(day).add(hash));
            List<ByteBuffer> packed =
                    days.stream().map(day -> sketch(day.build().toArray()).toBytes()).toList();
            errors.add(
                    packed.stream().mapToLong(ByteBuffer::remaining).sum(),
                    subscribers,
                    () -> merged(packed));
        }
        return errors;
    }

    private static ReachSketch sketch(long... hashes) {
        if (hashes.length < 2) {
            return hashes.length == 0 ? ReachSketch.NONE : ReachSketch.of(hashes[0], 1);
        }
        int half = hashes.length / 2;
        return sketch(Arrays.copyOf(hashes, half))
                .plus(sketch(Arrays.copyOfRange(hashes, half, hashes.length)));
    }

    private static double merged(List<ByteBuffer> days) {
        ReachUnion union = new ReachUnion();
        days.forEach(day -> union.add(ReachSketch.of(day)));
        return union.estimate();
    }

    private static void visit(int seed, int subscribers, Visit visit) {
        SplittableRandom hashes = new SplittableRandom(seed);
        for (int subscriber = 0; subscriber < subscribers; subscriber++) {
            long hash = hashes.nextLong();
            visit.on(subscriber % DAYS, hash);
            if (subscriber % RETURNING == 0) {
                visit.on(Math.floorMod(hash, DAYS), hash);
            }
        }
    }

    @FunctionalInterface
    private interface Visit {
        void on(int day, long hash);
    }

    @FunctionalInterface
    private interface Merge {
        double estimate();
    }

    /// The measurements of several runs.
    static final class Errors {
        private double squares;
        private double worst;
        private double millis = Double.MAX_VALUE;
        private long bytes;
        private int runs;

        private void add(long bytesOfAllDays, int subscribers, Merge merge) {
            double estimate = 0;
            for (int time = 0; time < MERGES; time++) {
                long start = System.nanoTime();
                estimate = merge.estimate();
                millis = Math.min(millis, (System.nanoTime() - start) / NANOS_IN_MILLI);
            }
            double error = Math.abs(estimate / subscribers - 1);
            squares += error * error;
            worst = Math.max(worst, error);
            bytes += bytesOfAllDays / DAYS;
            runs++;
        }

        /// Share of the true count.
        double worst() {
            return worst;
        }

        void print(String name) {
            System.out.println(
                    "| %s | %,d | %.1f | %.2f %% | %.2f %% |"
                            .formatted(
                                    name,
                                    bytes / runs,
                                    millis,
                                    PERCENT * Math.sqrt(squares / runs),
                                    PERCENT * worst));
        }
    }
}
