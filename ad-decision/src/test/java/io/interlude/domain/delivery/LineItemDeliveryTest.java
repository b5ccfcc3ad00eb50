package io.interlude.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.Activation;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.BillingEvent;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.targeting.Targeting;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineItemDeliveryTest {
    private static final Instant START = Instant.parse("2026-06-01T00:00:00Z");
    private static final Instant END = START.plus(Duration.ofDays(10));
    private static final Instant HALF = START.plus(Duration.ofDays(5));
    private static final Budget GOAL = new Budget(null, null, null, impressions(1_000));

    private Budget budget = GOAL;
    private PacingMode pacing = PacingMode.EVEN;
    private ServingStatus status = ServingStatus.ACTIVE;
    private ServingStatus campaignStatus = ServingStatus.ACTIVE;
    private Flight flight = new Flight(START, END);
    private @Nullable Activation activation = Activation.once(START);
    private List<Daypart> dayparts = List.of();
    private BillingEvent billOn = BillingEvent.FETCH;

    private static Goal impressions(long amount) {
        return new Goal(Goal.Metric.IMPRESSIONS, amount);
    }

    private LineItemDelivery delivery(LineItemSpend spend, Instant now) {
        CampaignId campaignId = new CampaignId("campaign");
        Campaign campaign =
                new Campaign(campaignId, "C", "A", campaignStatus, Flight.ALWAYS, List.of());
        LineItem lineItem =
                new LineItem(
                        new LineItemId("line"),
                        campaignId,
                        "Line",
                        status,
                        activation,
                        8,
                        1,
                        flight,
                        new Schedule(ZoneOffset.UTC, dayparts),
                        Set.of(),
                        new Price(PriceModel.CPM, new Money(1_000_000, "USD"), billOn),
                        budget,
                        pacing,
                        List.of(),
                        Targeting.EVERYONE,
                        new Rotation(RotationMode.ADAPTIVE, 1_000),
                        ContextInterest.NONE,
                        List.of());
        return LineItemDelivery.of(
                new Candidate(lineItem, campaign, List.of(), List.of()), spend, now);
    }

    private static LineItemSpend served(long fetches, @Nullable Instant lastServedAt) {
        return new LineItemSpend(
                List.of(), fetches, 1_000 * fetches, Achieved.NOTHING, lastServedAt, Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "EVEN, 500, 500, 1.0, 1000, ON_TRACK",
        "EVEN, 474, 500, 0.948, 948, BEHIND",
        "EVEN, 475, 500, 0.95, 950, ON_TRACK",
        "EVEN, 525, 500, 1.05, 1000, ON_TRACK",
        "EVEN, 526, 500, 1.052, 1000, AHEAD",
        "FRONTLOADED, 625, 625, 1.0, 1000, ON_TRACK",
        "ASAP, 900, 500, 1.8, 1000, ON_TRACK",
        "ASAP, 400, 500, 0.8, 800, BEHIND",
        "EVEN, 1000, 500, 2.0, 1000, FINISHED"
    })
    void isHeldAgainstItsPlan(
            PacingMode mode,
            long fetches,
            long planned,
            double index,
            long expectedAtEnd,
            DeliveryStatus expected) {
        pacing = mode;

        LineItemDelivery delivery = delivery(served(fetches, HALF), HALF);

        assertThat(delivery.delivered()).isEqualTo(fetches);
        assertThat(delivery.planned()).isEqualTo(planned);
        assertThat(delivery.index()).isEqualTo(index);
        assertThat(delivery.expectedAtEnd()).isEqualTo(expectedAtEnd);
        assertThat(delivery.status()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"PT-1M, NOT_STARTED", "PT9M, BEHIND", "PT10M, NOT_DELIVERING", "PT240H, FINISHED"})
    void aLineItemThatServesNothingIsNoticedAfterTenMinutes(
            Duration since, DeliveryStatus expected) {
        assertThat(delivery(LineItemSpend.NONE, START.plus(since)).status()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"PT59M, BEHIND", "PT60M, NOT_DELIVERING"})
    void anHourWithoutAFetchIsNotDelivering(Duration idle, DeliveryStatus expected) {
        assertThat(delivery(served(100, HALF.minus(idle)), HALF).status()).isEqualTo(expected);
    }

    @Test
    void aLineItemOnPlanWaitsForItsNextPlace() {
        budget = new Budget(null, null, null, impressions(2));

        assertThat(delivery(served(1, START.plusSeconds(1)), HALF.minusSeconds(1)).status())
                .isEqualTo(DeliveryStatus.ON_TRACK);
    }

    @Test
    void onlyOpenTimeCountsAsIdle() {
        dayparts = List.of(new Daypart(EnumSet.allOf(DayOfWeek.class), 600, 660));
        Instant lastServedAt = HALF.plus(Duration.ofMinutes(620));

        assertThat(delivery(served(1, lastServedAt), HALF.plus(Duration.ofHours(30))).status())
                .isEqualTo(DeliveryStatus.BEHIND);
        assertThat(delivery(served(1, lastServedAt), HALF.plus(Duration.ofHours(35))).status())
                .isEqualTo(DeliveryStatus.NOT_DELIVERING);
    }

    @Test
    void ofARecordWithoutATimeTheDayTells() {
        DaySpend yesterday = new DaySpend(HALF.minusSeconds(1).getEpochSecond() / 86_400, 5, 1);
        LineItemSpend old = new LineItemSpend(List.of(yesterday), 5, 1, Map.of());

        assertThat(delivery(old, HALF.plus(Duration.ofMinutes(59))).status())
                .isEqualTo(DeliveryStatus.BEHIND);
        assertThat(delivery(old, HALF.plus(Duration.ofMinutes(60))).status())
                .isEqualTo(DeliveryStatus.NOT_DELIVERING);
    }

    @Test
    void afterAPauseItHasTenMinutesAgain() {
        activation = new Activation(START, HALF);

        assertThat(delivery(served(9, START), HALF.plusSeconds(60)).status())
                .isEqualTo(DeliveryStatus.BEHIND);
    }

    @ParameterizedTest
    @CsvSource({
        "PAUSED, ACTIVE, PAUSED",
        "ACTIVE, PAUSED, PAUSED",
        "DRAFT, ACTIVE, NOT_STARTED",
        "ACTIVE, DRAFT, NOT_STARTED"
    })
    void tellsWhoDoesNotServe(
            ServingStatus ofLineItem, ServingStatus ofCampaign, DeliveryStatus expected) {
        status = ofLineItem;
        campaignStatus = ofCampaign;

        assertThat(delivery(served(1, HALF), HALF).status()).isEqualTo(expected);
    }

    @Test
    void aPlannedLifetimeBudgetIsMeasuredInMoney() {
        budget = new Budget(null, 1_000_000L, null);

        LineItemDelivery delivery = delivery(served(250, HALF), HALF);

        assertThat(delivery.metric()).isEqualTo(Goal.Metric.SPEND);
        assertThat(delivery.delivered()).isEqualTo(250_000);
        assertThat(delivery.planned()).isEqualTo(500_000);
        assertThat(delivery.expectedAtEnd()).isEqualTo(500_000);
        assertThat(delivery.status()).isEqualTo(DeliveryStatus.BEHIND);
    }

    @ParameterizedTest
    @CsvSource({
        "FETCH, 2, 0, 2, FINISHED",
        "READ, 2, 0, 0, BEHIND",
        "DELIVER, 9, 1, 1, ON_TRACK",
        "READ, 9, 2, 2, FINISHED"
    })
    void impressionsAreWhatThePriceBillsOn(
            BillingEvent event, long fetches, long billed, long delivered, DeliveryStatus status) {
        billOn = event;
        budget = new Budget(null, null, null, impressions(2));
        LineItemSpend spend =
                new LineItemSpend(
                        List.of(),
                        fetches,
                        1_000 * billed,
                        new Achieved(0, 0, billed),
                        HALF,
                        Map.of());

        LineItemDelivery delivery = delivery(spend, HALF);

        assertThat(delivery.delivered()).isEqualTo(delivered);
        assertThat(delivery.status()).isEqualTo(status);
    }

    @Test
    void withoutAGoalImpressionsAreToldWithoutAPlan() {
        budget = Budget.UNLIMITED;

        LineItemDelivery delivery = delivery(served(70, HALF), HALF);

        assertThat(delivery.metric()).isEqualTo(Goal.Metric.IMPRESSIONS);
        assertThat(delivery.planned()).isNull();
        assertThat(delivery.index()).isNull();
        assertThat(delivery.expectedAtEnd()).isEqualTo(140);
        assertThat(delivery.status()).isEqualTo(DeliveryStatus.ON_TRACK);
    }

    @Test
    void withoutAnEndNothingIsExpected() {
        budget = Budget.UNLIMITED;
        flight = Flight.ALWAYS;

        assertThat(delivery(served(70, HALF), HALF).expectedAtEnd()).isNull();
    }
}
