package io.interlude.benchmark.load;

import io.interlude.benchmark.load.LoadGenerator.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The cost of one thing, such as a context: fetches without and with it at the same rate, in turn
/// (A B B A, so that a machine that grows slower or faster favours neither), and the ratios of the
/// means.
final class PairedCost {
    private static final double MICROS_PER_MILLI = 1_000;

    private final LoadOptions options;
    private final LoadGenerator generator;
    private final Numbers numbers;

    PairedCost(LoadOptions options, LoadGenerator generator, Numbers numbers) {
        this.options = options;
        this.generator = generator;
        this.numbers = numbers;
    }

    /// @param thing what one workload has and the other has not, as the table's head says it
    void run(String thing, Workload without, Workload with) throws InterruptedException {
        generator.closedLoop(with, numbers, options.warmUp().dividedBy(2));
        generator.closedLoop(without, numbers, options.warmUp().dividedBy(2));
        System.out.println(LoadTable.head());
        List<String> ratios = new ArrayList<>();
        for (double rate : options.rates()) {
            List<Leg> plain = new ArrayList<>();
            List<Leg> read = new ArrayList<>();
            plain.add(leg(without, rate));
            read.add(leg(with, rate));
            read.add(leg(with, rate));
            plain.add(leg(without, rate));
            ratios.add(ratios(rate, plain, read));
        }
        System.out.println("\n| with " + thing + " / without, at | server CPU | p50 | p90 | p99 |");
        System.out.println("|---|---|---|---|---|");
        ratios.forEach(System.out::println);
    }

    private Leg leg(Workload workload, double rate) throws InterruptedException {
        Leg leg = generator.openLoop(workload, numbers, rate, options.leg());
        System.out.println(LoadTable.row(leg));
        return leg;
    }

    private static String ratios(double rate, List<Leg> plain, List<Leg> read) {
        return String.format(
                Locale.ROOT,
                "| %,.0f/s | %.2f | %.2f | %.2f | %.2f |",
                rate,
                ratio(plain, read, leg -> leg.cpuMillis().duringLoad()),
                ratio(plain, read, leg -> millis(leg, 50)),
                ratio(plain, read, leg -> millis(leg, 90)),
                ratio(plain, read, leg -> millis(leg, 99)));
    }

    private static double millis(Leg leg, double percentile) {
        return leg.micros().getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    private static double ratio(List<Leg> plain, List<Leg> read, ToDoubleFunction<Leg> measure) {
        return read.stream().mapToDouble(measure).sum() / plain.stream().mapToDouble(measure).sum();
    }
}
