package io.interlude.benchmark.pacing;

import io.interlude.benchmark.pacing.PacingOutcome.Point;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.PacingPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/// Plays one case: requests come as a Poisson process, go to an instance each, and are decided by
/// the real policy over the real overlay.
final class PacingSimulation {
    static final OrgId ORG = new OrgId("simulated");

    private static final long SECOND = 1_000;
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long QUARTER = Duration.ofMinutes(15).toMillis();
    private static final long UNIT_MICROS = 2_000;
    private static final int FETCHES_PER_MILLE = 1_000;

    private final PacingCase played;
    private final SplittableRandom random;
    private final PlanLine plan;
    private final Price price;
    private final ServingDay day;
    private final DelayedState state;
    private final List<SimulatedInstance> instances = new ArrayList<>();
    private final PriorityQueue<Long> leads = new PriorityQueue<>();
    private final long[] nextOffsets = new long[DelayedState.PARTITIONS];
    private final List<Point> curve = new ArrayList<>();
    private long nowMillis;
    private long requests;
    private long fetches;
    private long spentMicros;

    private PacingSimulation(PacingCase played, long seed) {
        this.played = played;
        this.random = new SplittableRandom(seed);
        PacingCase.Calendar calendar = played.calendar();
        plan = new PlanLine(calendar);
        price = price(played.price());
        day =
                ServingDay.of(
                        new Schedule(calendar.zone(), calendar.dayparts()),
                        Instant.ofEpochMilli(plan.startMillis()));
        state = new DelayedState(played.stateDelay().toMillis());
        if (played.disturbance() == Disturbance.STATE_FROZEN) {
            state.freeze(plan.startMillis() + 12 * HOUR, plan.startMillis() + 13 * HOUR);
        }
        Instant activatedAt = calendar.activatedAt();
        PacingPolicy policy =
                new PacingPolicy(
                        budget(played),
                        played.mode(),
                        price,
                        activatedAt == null ? Long.MIN_VALUE : activatedAt.toEpochMilli());
        for (int i = 0; i < played.instances(); i++) {
            instances.add(
                    new SimulatedInstance(
                            i,
                            played.instances(),
                            state.reader(i, played.instances()),
                            policy,
                            day,
                            price.fetchMicros()));
        }
    }

    static PacingOutcome play(PacingCase played, long seed) {
        return new PacingSimulation(played, seed).run();
    }

    private static Price price(PriceModel model) {
        long amount = model == PriceModel.CPM ? UNIT_MICROS * FETCHES_PER_MILLE : UNIT_MICROS;
        return new Price(model, new Money(amount, "USD"));
    }

    private static Budget budget(PacingCase played) {
        long micros = played.goal() * UNIT_MICROS;
        return switch (played.bound()) {
            case DAILY_MONEY -> new Budget(micros, null, null);
            case DAILY_FETCHES -> new Budget(null, null, (int) played.goal());
            case LIFETIME_MONEY -> new Budget(null, micros, null);
        };
    }

    private PacingOutcome run() {
        for (long second = plan.startMillis(); second < plan.endMillis(); second += SECOND) {
            if ((second - plan.startMillis()) % QUARTER == 0) {
                note(second);
            }
            for (long at : arrivals(second)) {
                settle(at);
                request();
            }
        }
        settle(plan.endMillis() - 1);
        note(plan.endMillis());
        settle(Long.MAX_VALUE);
        return outcome();
    }

    private PacingOutcome outcome() {
        double deviation = Double.NaN;
        if (played.planned()) {
            deviation =
                    curve.stream().mapToDouble(p -> Math.abs(p.spent() - p.plan())).max().orElse(0);
        }
        double overshoot = Math.max(0, (spent() - played.goal()) / (double) played.goal());
        return new PacingOutcome(played, deviation, overshoot, spent(), requests, curve);
    }

    private void note(long atMillis) {
        settle(atMillis - 1);
        curve.add(
                new Point(
                        (atMillis - plan.startMillis()) / (double) HOUR,
                        plan.share(atMillis),
                        spent() / (double) played.goal()));
    }

    /// What counts against the goal.
    private long spent() {
        return played.bound() == PacingCase.Bound.DAILY_FETCHES
                ? fetches
                : spentMicros / UNIT_MICROS;
    }

    private long[] arrivals(long second) {
        double hour = (second - plan.startMillis()) / (double) HOUR;
        if (played.disturbance() == Disturbance.NO_TRAFFIC && isNoon(second)) {
            return new long[0];
        }
        double daySeconds = (plan.endMillis() - plan.startMillis()) / (double) SECOND;
        double mean =
                played.fetchesNeeded()
                        * played.requestsPerGoal()
                        / daySeconds
                        * played.shape().factor(hour);
        long[] times = new long[Poisson.draw(mean, random)];
        for (int i = 0; i < times.length; i++) {
            times[i] = second + random.nextLong(SECOND);
        }
        Arrays.sort(times);
        return times;
    }

    private boolean isNoon(long atMillis) {
        long since = atMillis - plan.startMillis();
        return since >= 12 * HOUR && since < 13 * HOUR;
    }

    /// Clicks and conversions, and then the state, until that time.
    private void settle(long atMillis) {
        while (!leads.isEmpty() && leads.peek() <= atMillis) {
            long at = leads.remove();
            spentMicros += UNIT_MICROS;
            state.append(at, random.nextInt(DelayedState.PARTITIONS), spend(0, Map.of()));
        }
        nowMillis = atMillis;
        if (atMillis < Long.MAX_VALUE) {
            state.advance(atMillis);
        }
    }

    private void request() {
        requests++;
        SimulatedInstance instance = instances.get(route());
        if (!plan.isActive(nowMillis) || !instance.decide(nowMillis)) {
            return;
        }
        int partition = random.nextInt(DelayedState.PARTITIONS);
        long offset = nextOffsets[partition]++;
        instance.acknowledge(partition, offset);
        fetches++;
        spentMicros += price.fetchMicros();
        state.append(nowMillis, partition, spend(1, Map.of(partition, offset)));
        if (!played.billsFetches() && random.nextDouble() < played.lead().rate()) {
            double wait = -Math.log(1 - random.nextDouble());
            leads.add(nowMillis + (long) (wait * played.lead().meanDelay().toMillis()));
        }
    }

    /// What a fetch, or what a click or conversion of it, adds to the line item's spend.
    private LineItemSpend spend(int fetch, Map<Integer, Long> applied) {
        long micros = fetch == 1 ? price.fetchMicros() : UNIT_MICROS;
        return new LineItemSpend(
                List.of(new DaySpend(day.epochDay(), fetch, micros)), fetch, micros, applied);
    }

    private int route() {
        int all = instances.size();
        return switch (played.disturbance()) {
            case ALL_ON_ONE -> 0;
            case SKEWED -> random.nextDouble() < 0.65 ? 0 : random.nextInt(all);
            case INSTANCE_AWAY ->
                    isNoon(nowMillis) ? 1 + random.nextInt(all - 1) : random.nextInt(all);
            case NONE, NO_TRAFFIC, STATE_FROZEN -> random.nextInt(all);
        };
    }
}
