package io.interlude.catalogue.record;

import io.interlude.domain.catalogue.Activation;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.targeting.Targeting;
import io.interlude.journal.json.Json;
import io.interlude.journal.record.BillingEventCodec;
import io.interlude.journal.record.PriceModelCodec;
import io.interlude.schema.DeliveryGoal;
import io.interlude.schema.GoalMetric;
import io.interlude.schema.LineItemChanged;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Line item records as domain values.
public final class LineItemCodec {
    private static final List<String> DAYS =
            List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    private LineItemCodec() {}

    /// The line item of a record.
    ///
    /// @throws IllegalArgumentException if the record breaks the domain's rules or is of a newer
    ///   kind
    public static LineItem lineItem(LineItemChanged value) {
        Price price =
                new Price(
                        PriceModelCodec.read(value.getPriceModel()),
                        money(value.getPrice()),
                        BillingEventCodec.toDomain(value.getBillOn()));
        return new LineItem(
                new LineItemId(value.getId()),
                new CampaignId(value.getCampaignId()),
                value.getName(),
                CatalogueCodec.status(value.getStatus()),
                activation(value),
                value.getPriority(),
                value.getWeight(),
                new Flight(value.getStartAt(), value.getEndAt()),
                schedule(value),
                Set.copyOf(value.getAdUnits()),
                price,
                budget(value, price.amount().currency()),
                pacing(value.getPacing()),
                CatalogueCodec.frequencyCaps(value.getFrequencyCaps()),
                targeting(value.getTargetingJson()),
                new Rotation(rotationMode(value.getRotation()), value.getExplorationShareBps()),
                new ContextInterest(
                        value.getTopics(),
                        value.getMinRelevance(),
                        value.getRunOfNetwork(),
                        value.getSuitableForChildren()),
                value.getConversionGoals());
    }

    private static Schedule schedule(LineItemChanged value) {
        try {
            return new Schedule(
                    ZoneId.of(value.getTimeZone()),
                    value.getDayparts().stream().map(LineItemCodec::daypart).toList());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("timeZone is unknown", e);
        }
    }

    private static Daypart daypart(io.interlude.schema.Daypart value) {
        Set<DayOfWeek> days =
                value.getDays().stream().map(LineItemCodec::day).collect(Collectors.toSet());
        return new Daypart(days, value.getFromMinute(), value.getToMinute());
    }

    private static DayOfWeek day(String name) {
        int index = DAYS.indexOf(name);
        if (index < 0) {
            throw CatalogueCodec.unknown("day");
        }
        return DayOfWeek.of(index + 1);
    }

    private static Money money(io.interlude.schema.Money value) {
        return new Money(value.getAmountMicros(), value.getCurrency());
    }

    private static Budget budget(LineItemChanged value, String currency) {
        return new Budget(
                micros(value.getDailyBudget(), currency),
                micros(value.getLifetimeBudget(), currency),
                value.getDailyImpressions(),
                goal(value.getGoal()));
    }

    private static @Nullable Goal goal(@Nullable DeliveryGoal value) {
        return value == null ? null : new Goal(metric(value.getMetric()), value.getAmount());
    }

    private static Goal.Metric metric(GoalMetric metric) {
        return switch (metric) {
            case impressions -> Goal.Metric.IMPRESSIONS;
            case clicks -> Goal.Metric.CLICKS;
            case conversions -> Goal.Metric.CONVERSIONS;
            case spend -> Goal.Metric.SPEND;
            case UNKNOWN -> throw CatalogueCodec.unknown("goal");
        };
    }

    private static @Nullable Activation activation(LineItemChanged value) {
        Instant first = value.getFirstActivatedAt();
        Instant latest = value.getActivatedAt();
        return latest == null ? null : new Activation(first == null ? latest : first, latest);
    }

    private static @Nullable Long micros(
            io.interlude.schema.@Nullable Money budget, String currency) {
        if (budget == null) {
            return null;
        }
        if (!budget.getCurrency().equals(currency)) {
            throw new IllegalArgumentException("budget and price differ in currency");
        }
        return budget.getAmountMicros();
    }

    private static Targeting targeting(@Nullable String json) {
        if (json == null) {
            return Targeting.EVERYONE;
        }
        try {
            return switch (TargetingJson.parse(Json.MAPPER.readTree(json), "targeting")) {
                case TargetingJson.Parsed.Valid valid -> valid.targeting();
                case TargetingJson.Parsed.Invalid invalid ->
                        throw new IllegalArgumentException(
                                "targeting breaks its rules at "
                                        + invalid.violations().getFirst().path());
            };
        } catch (JacksonException e) {
            throw new IllegalArgumentException("targeting is not JSON", e);
        }
    }

    private static PacingMode pacing(io.interlude.schema.PacingMode mode) {
        return switch (mode) {
            case even -> PacingMode.EVEN;
            case asap -> PacingMode.ASAP;
            case frontloaded -> PacingMode.FRONTLOADED;
            case UNKNOWN -> throw CatalogueCodec.unknown("pacing");
        };
    }

    private static RotationMode rotationMode(io.interlude.schema.RotationMode mode) {
        return switch (mode) {
            case adaptive -> RotationMode.ADAPTIVE;
            case sequential -> RotationMode.SEQUENTIAL;
            case weighted -> RotationMode.WEIGHTED;
            case UNKNOWN -> throw CatalogueCodec.unknown("rotation");
        };
    }
}
