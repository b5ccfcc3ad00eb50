package io.interlude.benchmark.pacing;

import io.interlude.benchmark.pacing.FlightCase.Limits;
import io.interlude.benchmark.pacing.FlightCase.Traffic;
import io.interlude.domain.pacing.PacingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The flights that are played: of an hour to 90 days, on one instance and on eight.
final class FlightCases {
    private static final Limits ONE = new Limits(0.01, 0, 0.999);
    private static final Limits EIGHT = new Limits(0.01, 0.005, 0.99);

    /// Half of what is needed: all of it is served, far below the plan.
    private static final Limits IMPOSSIBLE = new Limits(Double.NaN, 0, 0.48);

    private static final long GOAL = 20_000;
    private static final double ENOUGH = 4;
    private static final double TOO_FEW = 0.5;
    private static final double LATE = 0.3;

    private FlightCases() {}

    static List<FlightCase> all() {
        List<FlightCase> cases = new ArrayList<>();
        for (int instances : new int[] {1, 8}) {
            Limits limits = instances == 1 ? ONE : EIGHT;
            Duration delay = Duration.ofSeconds(instances == 1 ? 1 : 10);
            for (long hours : new long[] {1, 24, 30 * 24, 90 * 24}) {
                Duration length = Duration.ofHours(hours);
                for (Traffic traffic : Traffic.values()) {
                    cases.add(
                            new FlightCase(
                                    length,
                                    GOAL,
                                    PacingMode.EVEN,
                                    traffic,
                                    ENOUGH,
                                    0,
                                    instances,
                                    delay,
                                    limits));
                }
                cases.add(
                        new FlightCase(
                                length,
                                GOAL,
                                PacingMode.FRONTLOADED,
                                Traffic.STEADY,
                                ENOUGH,
                                0,
                                instances,
                                delay,
                                limits));
                cases.add(
                        new FlightCase(
                                length,
                                GOAL,
                                PacingMode.EVEN,
                                Traffic.STEADY,
                                ENOUGH,
                                LATE,
                                instances,
                                delay,
                                limits));
                cases.add(
                        new FlightCase(
                                length,
                                GOAL,
                                PacingMode.EVEN,
                                Traffic.STEADY,
                                TOO_FEW,
                                0,
                                instances,
                                delay,
                                IMPOSSIBLE));
            }
        }
        return cases;
    }
}
