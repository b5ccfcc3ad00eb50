package io.interlude.benchmark.selection;

import io.interlude.domain.catalogue.Activation;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// Makes line items as they are booked, from a seed.
public final class BookedLineItems {
    /// Line items of one campaign.
    public static final int LINE_ITEMS_PER_CAMPAIGN = 5;

    private static final List<ZoneId> ZONES =
            List.of(ZoneId.of("America/New_York"), ZoneId.of("Europe/Berlin"), ZoneId.of("UTC"));
    private static final Set<DayOfWeek> EVERY_DAY = EnumSet.allOf(DayOfWeek.class);

    private final Shape shape;
    private final SplittableRandom random;
    private final TargetingTrees trees;

    public BookedLineItems(Shape shape, SplittableRandom random) {
        this.shape = shape;
        this.random = random;
        this.trees = new TargetingTrees(shape, random);
    }

    /// The line item of that number, from 0.
    public LineItem lineItem(int number) {
        return lineItem(number, ServingStatus.ACTIVE);
    }

    LineItem lineItem(int number, ServingStatus status) {
        boolean spread = shape.spread();
        return new LineItem(
                new LineItemId("line-item-" + number),
                new CampaignId("campaign-" + number / LINE_ITEMS_PER_CAMPAIGN),
                "Line item " + number + " of the autumn campaign",
                status,
                Activation.once(Instant.parse("2026-05-01T00:00:00Z")),
                spread ? 1 + random.nextInt(LineItem.LOWEST_PRIORITY) : LineItem.DEFAULT_PRIORITY,
                1 + random.nextInt(10),
                flight(),
                schedule(),
                random.nextInt(5) == 0 ? Set.of(BookedCatalogue.AD_UNIT.code()) : Set.of(),
                price(number),
                budget(),
                PacingMode.EVEN,
                caps(),
                trees.next(),
                new Rotation(RotationMode.ADAPTIVE, Rotation.DEFAULT_EXPLORATION_SHARE_BPS),
                ContextInterest.NONE,
                List.of());
    }

    private Price price(int number) {
        long amountMicros = 1_000L * (2_000 + random.nextInt(8_000));
        return shape == Shape.VALUED && number % 2 == 1
                ? new Price(PriceModel.CPC, new Money(amountMicros / 10, "USD"))
                : new Price(PriceModel.CPM, new Money(amountMicros, "USD"));
    }

    private Flight flight() {
        return shape != Shape.GOALS && random.nextInt(3) == 0
                ? Flight.ALWAYS
                : new Flight(
                        Instant.parse("2026-05-01T00:00:00Z"),
                        Instant.parse("2026-07-01T00:00:00Z")
                                .plus(Duration.ofDays(random.nextInt(60))));
    }

    private Schedule schedule() {
        ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
        return shape.always() || random.nextInt(5) != 0
                ? new Schedule(zone, List.of())
                : new Schedule(zone, List.of(new Daypart(EVERY_DAY, 8 * 60, 20 * 60)));
    }

    private Budget budget() {
        if (!shape.always() && random.nextInt(5) == 0) {
            return Budget.UNLIMITED;
        }
        long dailyMicros = 50_000_000L + random.nextInt(500_000_000);
        return shape == Shape.GOALS
                ? new Budget(
                        dailyMicros,
                        null,
                        null,
                        new Goal(Goal.Metric.IMPRESSIONS, dailyMicros / 1_000))
                : new Budget(dailyMicros, dailyMicros * 60, null);
    }

    private List<FrequencyCap> caps() {
        boolean always = shape == Shape.CAPPED;
        if (!always && random.nextInt(3) != 0) {
            return List.of();
        }
        return List.of(
                new FrequencyCap(3, Duration.ofDays(1), CapScope.LINE_ITEM),
                new FrequencyCap(10, Duration.ofDays(7), CapScope.CAMPAIGN));
    }
}
