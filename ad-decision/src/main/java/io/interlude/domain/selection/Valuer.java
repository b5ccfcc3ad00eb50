package io.interlude.domain.selection;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.number.Absent;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.outcome.Slice;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.prepared.ServingState;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Reckons what fetches on one ad unit are worth to an org. For one decision.
public final class Valuer {
    private static final double MICROS = 1_000_000;
    private static final double MILLE = 1_000;

    /// Of a floor, what rounding may take away.
    private static final double ROUNDING = 1e-9;

    private final OrgSettings settings;
    private final AdUnit adUnit;
    private final ServingState state;
    private final OrgCatalogue catalogue;
    private final ToDoubleFunction<PreparedLineItem> behindGoal;

    /// Null until a value is asked for.
    private @Nullable Predictions predictions;

    /// @param behindGoal share of its goal's plan by which a line item is behind now
    public Valuer(
            OrgCatalogue catalogue,
            AdUnit adUnit,
            ServingState state,
            ToDoubleFunction<PreparedLineItem> behindGoal) {
        this.behindGoal = behindGoal;
        this.catalogue = catalogue;
        this.settings = catalogue.settings();
        this.adUnit = adUnit;
        this.state = state;
    }

    Ranking ranking() {
        return settings.ranking();
    }

    /// Whether the decision depends on values.
    boolean decides() {
        return settings.ranking() != Ranking.RELEVANCE || adUnit.floor() != null;
    }

    /// What a fetch is worth that the line item fills.
    ///
    /// @param relevance [Absent] where there is none
    public Valuation value(PreparedLineItem item, double relevance) {
        return told(item, relevance, value(item, relevance, behindGoal.applyAsDouble(item)));
    }

    /// The same without the prediction: most contenders never tell where their value comes from.
    ///
    /// @param behindGoal share of its goal's plan by which the line item is behind
    Valuation value(PreparedLineItem item, double relevance, double behindGoal) {
        Price price = item.lineItem().price();
        double rate = settings.exchange().rate(price.amount().currency());
        double amount = rate * price.amount().amountMicros() / MICROS;
        int slice = Slice.of(relevance, adUnit.code());
        double lift =
                settings.ranking() == Ranking.BALANCED && !Absent.is(relevance)
                        ? predictions().engagementLift(item.lineItem().id(), slice)
                        : 1;
        double behind = Math.max(state.behind(item.lineItem().id()), behindGoal);
        return switch (price.model()) {
            case CPM -> known(lift, behind, amount / MILLE);
            case FLAT -> known(lift, behind, 0 * amount);
            case CPC -> predicted(item, RateKind.CLICK, slice, lift, behind, amount);
            case CPA -> predicted(item, RateKind.CONVERSION, slice, lift, behind, amount);
        };
    }

    private static Valuation known(double lift, double behind, double value) {
        return new Valuation(null, lift, behind, value, lift * value);
    }

    private Valuation predicted(
            PreparedLineItem item,
            RateKind kind,
            int slice,
            double lift,
            double behind,
            double amount) {
        Predictions.Rate rate = predictions().rate(item.lineItem().id(), kind, slice);
        return new Valuation(
                null, lift, behind, amount * rate.expected(), lift * amount * rate.inDoubt());
    }

    /// A valuation of the line item, with the prediction that it comes from.
    Valuation told(PreparedLineItem item, double relevance, Valuation valuation) {
        RateKind kind =
                switch (item.lineItem().price().model()) {
                    case CPM, FLAT -> null;
                    case CPC -> RateKind.CLICK;
                    case CPA -> RateKind.CONVERSION;
                };
        return kind == null
                ? valuation
                : new Valuation(
                        predictions()
                                .lineItem(
                                        item.lineItem().id(),
                                        kind,
                                        Slice.of(relevance, adUnit.code())),
                        valuation.engagementLift(),
                        valuation.behind(),
                        valuation.value(),
                        valuation.rankedValue());
    }

    private Predictions predictions() {
        Predictions known = predictions;
        if (known == null) {
            known = state.predictions(catalogue);
            predictions = known;
        }
        return known;
    }

    /// What orders the line items of a priority: the larger comes first.
    static double rank(Ranking ranking, double relevance, @Nullable Valuation valuation) {
        return switch (ranking) {
            case RELEVANCE -> Absent.orElse(relevance, Double.NEGATIVE_INFINITY);
            case VALUE, BALANCED ->
                    valuation == null
                            ? Double.NEGATIVE_INFINITY
                            : Absent.orElse(valuation.rank(), Double.NEGATIVE_INFINITY);
        };
    }

    /// Which of the rules on value the line item breaks, if any.
    @Nullable SelectionRule broken(PreparedLineItem item, @Nullable Valuation valuation) {
        if (valuation == null) {
            return null;
        }
        if (lacksRate(item)) {
            return SelectionRule.CURRENCY;
        }
        return belowFloor(item, valuation) ? SelectionRule.FLOOR : null;
    }

    private boolean lacksRate(PreparedLineItem item) {
        return decides() && missingRate(item) != null;
    }

    /// The currency that has no rate: the line item's, or that of the floor that it is held to.
    @Nullable String missingRate(PreparedLineItem item) {
        String currency = item.lineItem().price().amount().currency();
        if (!settings.exchange().knows(currency)) {
            return currency;
        }
        Money floor = floor(item);
        return floor != null && !settings.exchange().knows(floor.currency())
                ? floor.currency()
                : null;
    }

    private @Nullable Money floor(PreparedLineItem item) {
        return item.lineItem().price().model() == PriceModel.FLAT ? null : adUnit.floor();
    }

    private boolean belowFloor(PreparedLineItem item, Valuation valuation) {
        Money floor = floor(item);
        return floor != null && valuation.value() * MILLE < inOrgCurrency(floor) * (1 - ROUNDING);
    }

    private double inOrgCurrency(Money money) {
        return settings.exchange().rate(money.currency()) * money.amountMicros() / MICROS;
    }

    /// The floor in words; empty without one.
    String floorWords() {
        Money floor = adUnit.floor();
        return floor == null ? "" : perMille(inOrgCurrency(floor));
    }

    /// The value of a thousand fetches in words.
    String perMille(Valuation valuation) {
        return perMille(valuation.value() * MILLE);
    }

    private String perMille(double amount) {
        return "%s for a thousand fetches".formatted(words(amount));
    }

    /// The value in words, with what it may be where that decides.
    String words(Valuation valuation) {
        String value = "value " + words(valuation.value());
        return valuation.rankedValue() == valuation.value()
                ? value
                : value + ", ranked as " + words(valuation.rankedValue());
    }

    private String words(double amount) {
        return String.format(Locale.ROOT, "%.6f %s", amount, settings.exchange().currency());
    }

    /// The value as money of the org's currency; null where it is not known.
    public @Nullable Money expected(Valuation valuation) {
        return Absent.is(valuation.value())
                ? null
                : new Money(Math.round(valuation.value() * MICROS), settings.exchange().currency());
    }
}
