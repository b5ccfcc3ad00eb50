package io.interlude.domain.delivery;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.Activation;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.OpenFlight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.flight.ServingDay;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.pacing.PacingPolicy;
import io.interlude.domain.pacing.Spent;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The delivery of a line item, held against its plan. It is measured by the goal; without one the
/// spend of a lifetime budget that is planned over the flight; else impressions, which are those
/// that the price bills.
///
/// @param metric what is measured
/// @param delivered number of events, or for spend micros
/// @param planned how much is planned until now, rounded up to a whole unit; `asap` is held against
///   the even plan; null without a plan
/// @param expectedAtEnd what it comes to if it goes on against its plan as until now; null when
///   that cannot be told
public record LineItemDelivery(
        Candidate candidate,
        Goal.Metric metric,
        long delivered,
        @Nullable Long planned,
        @Nullable Long expectedAtEnd,
        DeliveryStatus status) {
    private static final double LEAST_ON_TRACK = 0.95;
    private static final double MOST_ON_TRACK = 1.05;

    /// Open time without a fetch after which a line item does not deliver.
    private static final long IDLE_MILLIS = Duration.ofHours(1).toMillis();

    /// Open time since its beginning before which that is not said.
    private static final long LEAST_IDLE_MILLIS = Duration.ofMinutes(10).toMillis();

    public LineItemDelivery {
        requireNonNull(candidate, "candidate is null");
        requireNonNull(metric, "metric is null");
        requireNonNull(status, "status is null");
    }

    /// How the line item stands at a time.
    ///
    /// @param spend as far as the journal is applied
    public static LineItemDelivery of(Candidate candidate, LineItemSpend spend, Instant now) {
        return new Standing(candidate, spend, now).delivery();
    }

    /// Delivered by planned; null without a plan, or while nothing is planned yet.
    public @Nullable Double index() {
        return index(delivered, planned);
    }

    private static @Nullable Double index(long delivered, @Nullable Long planned) {
        return planned == null || planned == 0 ? null : delivered / (double) planned;
    }

    /// One line item at one time.
    private static final class Standing {
        private final Candidate candidate;
        private final LineItem lineItem;
        private final Campaign campaign;
        private final LineItemSpend spend;
        private final Spent spent;
        private final ServingDay day;
        private final PacingPolicy pacing;
        private final Instant now;
        private final long nowMillis;

        Standing(Candidate candidate, LineItemSpend spend, Instant now) {
            this.candidate = candidate;
            this.lineItem = candidate.lineItem();
            this.campaign = candidate.campaign();
            this.spend = spend;
            this.now = now;
            this.nowMillis = now.toEpochMilli();
            this.day = ServingDay.of(lineItem.schedule(), now);
            this.spent = Spent.of(spend, day.epochDay());
            this.pacing = candidate.pacing();
        }

        LineItemDelivery delivery() {
            Goal measured = measured();
            Goal.Metric metric = measured == null ? Goal.Metric.IMPRESSIONS : measured.metric();
            long delivered = metric.delivered(spent, lineItem.price().billOn());
            Long planned = measured == null ? null : planned(measured.amount());
            DeliveryStatus status = status(delivered, planned);
            return new LineItemDelivery(
                    candidate,
                    metric,
                    delivered,
                    planned,
                    expectedAtEnd(measured, delivered, planned, status),
                    status);
        }

        /// The goal, or the lifetime budget as one.
        private @Nullable Goal measured() {
            Goal goal = lineItem.budget().goal();
            Long lifetime = lineItem.budget().lifetimeMicros();
            return goal == null
                            && lifetime != null
                            && lifetime > 0
                            && pacing.isLifetimePlanned(spent)
                    ? new Goal(Goal.Metric.SPEND, lifetime)
                    : goal;
        }

        private @Nullable Long planned(long amount) {
            OpenFlight flight = pacing.flight();
            PacingMode mode =
                    lineItem.pacing() == PacingMode.ASAP ? PacingMode.EVEN : lineItem.pacing();
            return flight == null || nowMillis < flight.startMillis()
                    ? null
                    : mode.plan(amount, flight.elapsedMillis(day, nowMillis), flight.totalMillis());
        }

        private @Nullable Long expectedAtEnd(
                @Nullable Goal measured,
                long delivered,
                @Nullable Long planned,
                DeliveryStatus status) {
            if (status == DeliveryStatus.FINISHED) {
                return delivered;
            }
            Double index = index(delivered, planned);
            if (measured == null) {
                return shareOfFlight() == null ? null : Math.round(delivered / shareOfFlight());
            }
            if (index == null) {
                return status == DeliveryStatus.NOT_STARTED ? measured.amount() : null;
            }
            long atThisPace = Math.round(measured.amount() * Math.min(1, index));
            return Math.max(delivered, atThisPace);
        }

        /// The share of the flight's open time that has passed; null without an end.
        private @Nullable Double shareOfFlight() {
            OpenFlight flight = pacing.flight();
            if (flight == null || nowMillis <= flight.startMillis()) {
                return null;
            }
            double elapsed = flight.elapsedMillis(day, nowMillis);
            return elapsed <= 0 ? null : elapsed / flight.totalMillis();
        }

        private DeliveryStatus status(long delivered, @Nullable Long planned) {
            Activation activation = lineItem.activation();
            if (isOver() || pacing.isReached(spent)) {
                return DeliveryStatus.FINISHED;
            }
            if (isPaused()) {
                return DeliveryStatus.PAUSED;
            }
            if (activation == null || !isActive() || nowMillis < begin(activation)) {
                return DeliveryStatus.NOT_STARTED;
            }
            Double index = index(delivered, planned);
            boolean waits = index != null && index >= 1;
            if (!waits && isIdle(begin(activation))) {
                return DeliveryStatus.NOT_DELIVERING;
            }
            if (index == null) {
                return DeliveryStatus.ON_TRACK;
            }
            if (index < LEAST_ON_TRACK) {
                return DeliveryStatus.BEHIND;
            }
            return index > MOST_ON_TRACK && lineItem.pacing() != PacingMode.ASAP
                    ? DeliveryStatus.AHEAD
                    : DeliveryStatus.ON_TRACK;
        }

        private boolean isOver() {
            return Stream.of(lineItem.flight().endAt(), campaign.flight().endAt())
                    .filter(Objects::nonNull)
                    .anyMatch(end -> !now.isBefore(end));
        }

        private boolean isPaused() {
            return lineItem.status() == ServingStatus.PAUSED
                    || campaign.status() == ServingStatus.PAUSED;
        }

        private boolean isActive() {
            return lineItem.status() == ServingStatus.ACTIVE
                    && campaign.status() == ServingStatus.ACTIVE;
        }

        /// When it began to serve, the last time.
        private long begin(Activation activation) {
            return Stream.of(
                            activation.latest(),
                            lineItem.flight().startAt(),
                            campaign.flight().startAt())
                    .filter(Objects::nonNull)
                    .mapToLong(Instant::toEpochMilli)
                    .max()
                    .orElseThrow();
        }

        private boolean isIdle(long beginMillis) {
            Schedule schedule = lineItem.schedule();
            long open = OpenFlight.openMillis(schedule, beginMillis, nowMillis);
            long from = Math.max(beginMillis, lastServedMillis());
            return open >= LEAST_IDLE_MILLIS
                    && OpenFlight.openMillis(schedule, from, nowMillis)
                            >= Math.min(IDLE_MILLIS, open);
        }

        /// Records of before that was kept tell the day only: then its end.
        private long lastServedMillis() {
            Instant lastServedAt = spend.lastServedAt();
            if (lastServedAt != null) {
                return lastServedAt.toEpochMilli();
            }
            return spend.days().stream()
                    .filter(served -> served.fetches() > 0)
                    .findFirst()
                    .map(served -> endMillis(served.epochDay()))
                    .orElse(Long.MIN_VALUE);
        }

        private long endMillis(long epochDay) {
            long end =
                    LocalDate.ofEpochDay(epochDay + 1)
                            .atStartOfDay(lineItem.schedule().timeZone())
                            .toInstant()
                            .toEpochMilli();
            return Math.min(end, nowMillis);
        }
    }
}
