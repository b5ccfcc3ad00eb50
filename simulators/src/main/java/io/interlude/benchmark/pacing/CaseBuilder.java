package io.interlude.benchmark.pacing;

import io.interlude.domain.flight.Daypart;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.PacingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Starts from a daily budget of 20,000 fetches, evenly paced over a flat day with four requests
/// for each, on one instance whose state is 1 s late.
final class CaseBuilder {
    private final String name;
    private long goal = 20_000;
    private PacingCase.Bound bound = PacingCase.Bound.DAILY_MONEY;
    private PriceModel price = PriceModel.CPM;
    private PacingMode mode = PacingMode.EVEN;
    private TrafficShape shape = TrafficShape.FLAT;
    private double requestsPerGoal = 4;
    private Disturbance disturbance = Disturbance.NONE;
    private int instances = 1;
    private Duration stateDelay = Duration.ofSeconds(1);
    private PacingCase.Lead lead = new PacingCase.Lead(0.02, Duration.ofSeconds(30));
    private ZoneId zone = ZoneOffset.UTC;
    private LocalDate date = LocalDate.parse("2026-06-10");
    private List<Daypart> dayparts = List.of();
    private @Nullable Instant activatedAt;
    private double deviation = Double.NaN;
    private double overshoot = Double.POSITIVE_INFINITY;
    private double delivered;

    CaseBuilder(String name) {
        this.name = name;
    }

    CaseBuilder goal(long fetches) {
        goal = fetches;
        return this;
    }

    CaseBuilder bound(PacingCase.Bound which) {
        bound = which;
        return this;
    }

    CaseBuilder price(PriceModel model) {
        price = model;
        return this;
    }

    CaseBuilder asap() {
        mode = PacingMode.ASAP;
        return this;
    }

    CaseBuilder shape(TrafficShape traffic) {
        shape = traffic;
        return this;
    }

    CaseBuilder requestsPerGoal(double requests) {
        requestsPerGoal = requests;
        return this;
    }

    CaseBuilder disturbance(Disturbance what) {
        disturbance = what;
        return this;
    }

    CaseBuilder fleet(int count, Duration delay) {
        instances = count;
        stateDelay = delay;
        return this;
    }

    CaseBuilder lead(double rate, Duration meanDelay) {
        lead = new PacingCase.Lead(rate, meanDelay);
        return this;
    }

    CaseBuilder day(String zoneName, String isoDate) {
        zone = ZoneId.of(zoneName);
        date = LocalDate.parse(isoDate);
        return this;
    }

    CaseBuilder dayparts(Daypart... parts) {
        dayparts = List.of(parts);
        return this;
    }

    CaseBuilder activatedAt(String instant) {
        activatedAt = Instant.parse(instant);
        return this;
    }

    CaseBuilder deviation(double limit) {
        deviation = limit;
        return this;
    }

    CaseBuilder overshoot(double limit) {
        overshoot = limit;
        return this;
    }

    CaseBuilder delivered(double share) {
        delivered = share;
        return this;
    }

    PacingCase build() {
        return new PacingCase(
                name,
                goal,
                bound,
                price,
                mode,
                shape,
                requestsPerGoal,
                disturbance,
                instances,
                stateDelay,
                lead,
                new PacingCase.Calendar(zone, date, dayparts, activatedAt),
                new PacingCase.Limits(deviation, overshoot, delivered));
    }
}
