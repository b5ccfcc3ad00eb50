package io.interlude.benchmark.pacing;

import io.interlude.benchmark.pacing.PacingCase.Bound;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.money.PriceModel;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/// The days that are played. Those with enough traffic must hold the plan; none may overshoot, but
/// for prices that come due after the fetch.
final class PacingCases {
    /// Largest deviation from plan at a quarter hour.
    private static final double ON_PLAN = 0.01;

    /// Largest overshoot of several instances; one must not overshoot at all.
    private static final double FEW_TOO_MANY = 0.005;

    private static final double NEARLY_ALL = 0.99;
    private static final double ALL = 1;
    private static final List<Duration> DELAYS =
            List.of(
                    Duration.ofMillis(100),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(60));
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<PacingCase> cases = new ArrayList<>();

    private PacingCases() {}

    static List<PacingCase> all() {
        PacingCases all = new PacingCases();
        all.shapes(1, SECOND);
        all.shapes(8, Duration.ofSeconds(10));
        all.delays();
        all.uneven();
        all.goals();
        all.fast();
        all.late();
        all.calendars(1, SECOND);
        all.calendars(8, Duration.ofSeconds(10));
        return all.cases;
    }

    private void shapes(int instances, Duration delay) {
        for (TrafficShape shape : TrafficShape.values()) {
            CaseBuilder planned = fleet(name(shape), instances, delay).shape(shape);
            add(
                    shape == TrafficShape.SPIKES
                            ? planned.delivered(NEARLY_ALL)
                            : planned.deviation(ON_PLAN).delivered(NEARLY_ALL));
        }
        for (Disturbance lost : List.of(Disturbance.NO_TRAFFIC, Disturbance.STATE_FROZEN)) {
            add(
                    fleet("curve", instances, delay)
                            .shape(TrafficShape.CURVE)
                            .disturbance(lost)
                            .delivered(NEARLY_ALL));
        }
        add(fleet("scarce", instances, delay).requestsPerGoal(0.7));
    }

    private void delays() {
        for (int instances : new int[] {2, 4, 8}) {
            for (Duration delay : DELAYS) {
                for (TrafficShape shape : List.of(TrafficShape.FLAT, TrafficShape.CURVE)) {
                    add(
                            fleet(name(shape), instances, delay)
                                    .shape(shape)
                                    .deviation(ON_PLAN)
                                    .delivered(NEARLY_ALL));
                }
            }
        }
    }

    private void uneven() {
        for (Disturbance uneven :
                List.of(Disturbance.INSTANCE_AWAY, Disturbance.SKEWED, Disturbance.ALL_ON_ONE)) {
            for (Duration delay : List.of(SECOND, MINUTE)) {
                add(
                        fleet("curve", 8, delay)
                                .shape(TrafficShape.CURVE)
                                .disturbance(uneven)
                                .deviation(ON_PLAN)
                                .delivered(NEARLY_ALL));
            }
        }
    }

    private void goals() {
        for (int instances : new int[] {1, 8}) {
            for (Duration delay : List.of(Duration.ofMillis(100), MINUTE)) {
                add(
                        fleet("flat", instances, delay)
                                .goal(10)
                                .requestsPerGoal(1_000)
                                .delivered(ALL)
                                .overshoot(0));
                add(
                        fleet("flat", instances, delay)
                                .goal(1_000)
                                .deviation(ON_PLAN)
                                .delivered(NEARLY_ALL));
            }
            add(
                    fleet("flat", instances, SECOND)
                            .goal(1_000_000)
                            .requestsPerGoal(2)
                            .deviation(ON_PLAN)
                            .delivered(NEARLY_ALL));
        }
        for (Disturbance uneven :
                List.of(Disturbance.STATE_FROZEN, Disturbance.SKEWED, Disturbance.ALL_ON_ONE)) {
            add(
                    fleet("flat", 8, MINUTE)
                            .goal(10)
                            .requestsPerGoal(1_000)
                            .disturbance(uneven)
                            .delivered(ALL)
                            .overshoot(0));
        }
    }

    private void fast() {
        for (int instances : new int[] {1, 8}) {
            for (Duration delay : List.of(SECOND, MINUTE)) {
                for (long goal : new long[] {10, 1_000, 20_000}) {
                    add(
                            fleet("flat", instances, delay)
                                    .goal(goal)
                                    .requestsPerGoal(100_000.0 / goal)
                                    .asap()
                                    .delivered(goal == 20_000 ? NEARLY_ALL : ALL));
                }
                add(
                        fleet("flat", instances, delay)
                                .goal(1_000)
                                .requestsPerGoal(1_000)
                                .bound(Bound.LIFETIME_MONEY)
                                .delivered(ALL));
            }
            add(
                    fleet("flat", instances, SECOND)
                            .bound(Bound.DAILY_FETCHES)
                            .price(PriceModel.FLAT)
                            .deviation(ON_PLAN)
                            .delivered(NEARLY_ALL));
        }
        add(
                fleet("flat", 8, MINUTE)
                        .goal(1_000)
                        .requestsPerGoal(1_000)
                        .disturbance(Disturbance.SKEWED)
                        .asap()
                        .delivered(ALL));
    }

    /// Prices that come due after the fetch: what they overshoot by is shown, not limited.
    private void late() {
        for (int instances : new int[] {1, 8}) {
            for (PriceModel price : List.of(PriceModel.CPC, PriceModel.CPA)) {
                for (long goal : new long[] {10, 1_000}) {
                    add(late(price, instances, goal));
                    add(late(price, instances, goal).asap());
                }
            }
        }
    }

    private static CaseBuilder late(PriceModel price, int instances, long goal) {
        CaseBuilder late =
                new CaseBuilder("flat")
                        .fleet(instances, SECOND)
                        .price(price)
                        .goal(goal)
                        .requestsPerGoal(goal == 10 ? 100 : 4);
        return price == PriceModel.CPC ? late : late.lead(0.002, Duration.ofMinutes(20));
    }

    private void calendars(int instances, Duration delay) {
        EnumSet<DayOfWeek> week = EnumSet.allOf(DayOfWeek.class);
        add(
                planned("08-12 and 18-22", instances, delay)
                        .requestsPerGoal(8)
                        .dayparts(new Daypart(week, 480, 720), new Daypart(week, 1_080, 1_320)));
        add(
                planned("20-24", instances, delay)
                        .requestsPerGoal(14)
                        .dayparts(new Daypart(week, 1_200, 1_440)));
        add(planned("23 h day", instances, delay).day("America/New_York", "2026-03-08"));
        add(planned("25 h day", instances, delay).day("America/New_York", "2026-11-01"));
        add(
                planned("25 h day, 00-03", instances, delay)
                        .day("America/New_York", "2026-11-01")
                        .requestsPerGoal(16)
                        .dayparts(new Daypart(week, 0, 180)));
        add(
                planned("from 14:20", instances, delay)
                        .requestsPerGoal(8)
                        .activatedAt("2026-06-10T14:20:00Z"));
    }

    private static CaseBuilder planned(String name, int instances, Duration delay) {
        return fleet(name, instances, delay).deviation(ON_PLAN).delivered(NEARLY_ALL);
    }

    private static CaseBuilder fleet(String name, int instances, Duration delay) {
        return new CaseBuilder(name)
                .fleet(instances, delay)
                .overshoot(instances == 1 ? 0 : FEW_TOO_MANY);
    }

    private static String name(TrafficShape shape) {
        return shape.name().toLowerCase(Locale.ROOT);
    }

    private void add(CaseBuilder built) {
        cases.add(built.build());
    }
}
