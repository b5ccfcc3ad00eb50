package io.interlude.benchmark.pacing;

import io.interlude.domain.flight.OpenFlight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.pacing.PacingPolicy;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/// Plays one flight as [PacingSimulation] plays a day: by the real policy over the real overlay and
/// a late state.
final class FlightSimulation {
    private static final Schedule ALWAYS = new Schedule(ZoneOffset.UTC, List.of());
    private static final long START = Instant.parse("2026-06-10T09:20:00Z").toEpochMilli();
    private static final int STEPS = 100_000;
    private static final int TWENTIETHS = 20;
    private static final Price FREE = new Price(PriceModel.FLAT, new Money(0, "USD"));

    private final FlightCase played;
    private final SplittableRandom random;
    private final DelayedState state;
    private final List<SimulatedInstance> instances = new ArrayList<>();
    private final long[] nextOffsets = new long[DelayedState.PARTITIONS];
    private final long endMillis;
    private final long beginMillis;
    private long delivered;
    private double deviation;

    private FlightSimulation(FlightCase played, long seed) {
        this.played = played;
        this.random = new SplittableRandom(seed);
        this.endMillis = START + played.length().toMillis();
        this.beginMillis = START + (long) (played.lateBy() * played.length().toMillis());
        this.state = new DelayedState(played.stateDelay().toMillis());
        PacingPolicy policy =
                new PacingPolicy(
                        new Budget(
                                null, null, null, new Goal(Goal.Metric.IMPRESSIONS, played.goal())),
                        played.mode(),
                        FREE,
                        beginMillis,
                        new OpenFlight(ALWAYS, beginMillis, endMillis));
        for (int i = 0; i < played.instances(); i++) {
            instances.add(
                    new SimulatedInstance(
                            i,
                            played.instances(),
                            state.reader(i, played.instances()),
                            policy,
                            day(START),
                            0));
        }
    }

    /// The line of the table, `NO` in its last column where a limit is broken.
    static String play(FlightCase played, long seed) {
        return new FlightSimulation(played, seed).run();
    }

    static String head() {
        return "| flight | pacing | goal | traffic/goal | instances | besides | worst off plan % | overshoot % | delivered | holds |\n"
                + "|---|---|---|---|---|---|---|---|---|---|";
    }

    private String run() {
        double stepMillis = (endMillis - START) / (double) STEPS;
        ServingDay day = day(START);
        for (int step = 0; step < STEPS; step++) {
            long from = START + (long) (step * stepMillis);
            if (step % (STEPS / TWENTIETHS) == 0) {
                note(from, step / (double) STEPS);
            }
            for (long at : arrivals(from, stepMillis, step / (double) STEPS)) {
                if (!day.covers(at)) {
                    day = day(at);
                    for (SimulatedInstance instance : instances) {
                        instance.day(day);
                    }
                }
                state.advance(at);
                request(at, day);
            }
        }
        note(endMillis, 1);
        return row();
    }

    private static ServingDay day(long atMillis) {
        return ServingDay.of(ALWAYS, Instant.ofEpochMilli(atMillis));
    }

    private long[] arrivals(long from, double stepMillis, double share) {
        double mean = played.goal() * played.requestsPerGoal() / STEPS * played.factor(share);
        long[] times = new long[Poisson.draw(mean, random)];
        for (int i = 0; i < times.length; i++) {
            times[i] = from + (long) (random.nextDouble() * stepMillis);
        }
        Arrays.sort(times);
        return times;
    }

    private void request(long atMillis, ServingDay day) {
        SimulatedInstance instance = instances.get(random.nextInt(instances.size()));
        if (atMillis < beginMillis || !instance.decide(atMillis)) {
            return;
        }
        int partition = random.nextInt(DelayedState.PARTITIONS);
        long offset = nextOffsets[partition]++;
        instance.acknowledge(partition, offset);
        delivered++;
        state.append(
                atMillis,
                partition,
                new LineItemSpend(
                        List.of(new DaySpend(day.epochDay(), 1, 0)),
                        1,
                        0,
                        Map.of(partition, offset)));
    }

    private void note(long atMillis, double share) {
        double recovered = 2 * played.outageTo() - played.outageFrom();
        boolean recovering = share > played.outageFrom() && share < recovered;
        if (share > 0 && atMillis > beginMillis && !recovering) {
            double off = Math.abs(delivered / (double) played.goal() - plan(atMillis));
            deviation = Math.max(deviation, off);
        }
    }

    /// Worked out from the contract, not from the policy.
    private double plan(long atMillis) {
        double x = (atMillis - beginMillis) / (double) (endMillis - beginMillis);
        return played.mode() == PacingMode.FRONTLOADED ? x * (1.5 - 0.5 * x) : x;
    }

    private String row() {
        double overshoot = Math.max(0, (delivered - played.goal()) / (double) played.goal());
        FlightCase.Limits limits = played.limits();
        boolean holds =
                !(deviation > limits.deviation())
                        && overshoot <= limits.overshoot()
                        && delivered >= limits.delivered() * played.goal();
        String late = played.lateBy() > 0 ? "activated after 30 %" : played.traffic().words();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %,d | %s | %d | %s | %s | %.3f | %,d | %s |",
                played.length().toHours() < 24
                        ? played.length().toHours() + " h"
                        : played.length().toDays() + " d",
                played.mode().name().toLowerCase(Locale.ROOT),
                played.goal(),
                played.requestsPerGoal(),
                played.instances(),
                late,
                Double.isNaN(limits.deviation())
                        ? "-"
                        : String.format(Locale.ROOT, "%.3f", deviation * 100),
                overshoot * 100,
                delivered,
                holds ? "yes" : "NO");
    }
}
