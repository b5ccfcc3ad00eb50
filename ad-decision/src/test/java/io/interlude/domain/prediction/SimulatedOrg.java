package io.interlude.domain.prediction;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.outcome.Slice;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.suitability.Suitability;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.domain.targeting.Targeting;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// An org whose line items are clicked and convert at rates that are known here and nowhere else.
/// What happens is told as the aggregator does, some fetches later.
final class SimulatedOrg implements ServingState {
    private static final Instant NOW = Instant.parse("2026-06-10T12:00:00Z");
    static final AdUnit AD_UNIT = new AdUnit(new AdUnitId("u"), "u", "U", null, Set.of());

    private final List<LineItem> lineItems = new ArrayList<>();
    private final List<CreativeVersion> creatives = new ArrayList<>();
    private final Map<LineItemId, Double> rates = new HashMap<>();
    private final Map<CreativeId, CreativeEngagement> engagements = new HashMap<>();
    private final Deque<Told> delayed = new ArrayDeque<>();
    private final SplittableRandom random;
    private final int delay;
    private PreparedCatalogue catalogue = prepare();
    private Predictions predictions = Predictions.NONE;
    private long fetches;

    /// @param delay fetches after which one is known to have been clicked or to have converted
    SimulatedOrg(long seed, int delay) {
        random = new SplittableRandom(seed);
        this.delay = delay;
    }

    /// Books a line item with one creative.
    ///
    /// @param rate true chance of a click (CPC and CPM) or a conversion (CPA)
    SimulatedOrg with(String id, PriceModel model, String price, double rate) {
        LineItemId lineItemId = new LineItemId(id);
        lineItems.add(
                new LineItem(
                        lineItemId,
                        new CampaignId("c-" + id.charAt(0)),
                        id,
                        ServingStatus.ACTIVE,
                        null,
                        LineItem.DEFAULT_PRIORITY,
                        1,
                        Flight.ALWAYS,
                        new Schedule(ZoneOffset.UTC, List.of()),
                        Set.of(),
                        new Price(model, Money.of(new BigDecimal(price), "USD")),
                        Budget.UNLIMITED,
                        PacingMode.ASAP,
                        List.of(),
                        Targeting.EVERYONE,
                        new Rotation(RotationMode.ADAPTIVE, 1_000),
                        ContextInterest.NONE,
                        List.of()));
        creatives.add(
                new CreativeVersion(
                        new CreativeId(id),
                        1,
                        lineItemId,
                        true,
                        null,
                        Instant.EPOCH,
                        1,
                        Map.of(),
                        new CreativeContent.Card("T", null, null, null, null, "Ad", List.of())));
        rates.put(lineItemId, rate);
        catalogue = prepare();
        return this;
    }

    void rate(String id, double rate) {
        rates.put(new LineItemId(id), rate);
    }

    private PreparedCatalogue prepare() {
        List<Campaign> campaigns =
                lineItems.stream()
                        .map(LineItem::campaignId)
                        .distinct()
                        .map(id ->
                                new Campaign(
                                        id,
                                        "C",
                                        "A",
                                        ServingStatus.ACTIVE,
                                        Flight.ALWAYS,
                                        List.of()))
                        .toList();
        return PreparedCatalogue.compile(
                OrgCatalogue.compile(
                        new OrgId("org"),
                        1,
                        new OrgCatalogue.Resources(
                                List.of(),
                                List.of(AD_UNIT),
                                campaigns,
                                lineItems,
                                creatives,
                                List.of(),
                                new OrgSettings(
                                        Exchange.DEFAULT,
                                        Ranking.VALUE,
                                        Suitability.OPEN,
                                        null,
                                        Blocked.NOTHING),
                                List.of())));
    }

    /// Serves one fetch by value.
    ///
    /// @return what it pays, in units
    double fetch() {
        SelectionOutcome outcome =
                Selection.decide(
                        catalogue,
                        new SelectionInput(
                                AD_UNIT,
                                null,
                                AdFormat.NATIVE,
                                RequestAttributes.of(Map.of()),
                                NOW,
                                new FrequencyView.NoSubscriber(),
                                new Moment(
                                        new ContextReading.NoContext(),
                                        Suitability.DEFAULT,
                                        false,
                                        false),
                                ConversationView.NONE,
                                _ -> false,
                                Set.of(),
                                false),
                        this,
                        new SplittableRandom(random.nextLong()));
        SelectionOutcome.Served served = (SelectionOutcome.Served) outcome;
        return served(served.lineItem().lineItem(), served.creative().id(), served.rotation());
    }

    private double served(LineItem item, CreativeId creative, RotationStamp stamp) {
        boolean happens = random.nextDouble() < rates.getOrDefault(item.id(), 0.0);
        boolean sale = item.price().model() == PriceModel.CPA;
        long era = OutcomeCell.eraOf(stamp.epoch());
        int slice = Slice.of(Double.NaN, AD_UNIT.code());
        tell(
                creative,
                CreativeEngagement.served(stamp, Map.of())
                        .withOutcome(new OutcomeCell(era, slice, 1, 0, 0, 0)));
        if (happens) {
            OutcomeCell outcome =
                    sale
                            ? new OutcomeCell(era, slice, 0, 0, 0, 1)
                            : new OutcomeCell(era, slice, 0, 1, 1, 0);
            CreativeEngagement told =
                    sale
                            ? CreativeEngagement.outcome(outcome)
                            : CreativeEngagement.engaged(stamp).withOutcome(outcome);
            delayed.add(new Told(fetches + delay, creative, told));
        }
        fetches++;
        while (!delayed.isEmpty() && delayed.getFirst().at() <= fetches) {
            Told told = delayed.removeFirst();
            tell(told.creative(), told.engagement());
        }
        if (fetches % 10 == 0) {
            predictions = OrgPredictions.of(catalogue.source(), this::outcomes);
        }
        Price price = item.price();
        double amount = price.amount().amountMicros() / 1e6;
        return switch (price.model()) {
            case CPM -> amount / 1_000;
            case CPC, CPA -> happens ? amount : 0;
            case FLAT -> 0;
        };
    }

    private void tell(CreativeId creative, CreativeEngagement news) {
        engagements.merge(creative, news, EngagementFold::sum);
    }

    List<OutcomeCell> outcomes(CreativeId id) {
        return engagements.getOrDefault(id, CreativeEngagement.NONE).outcomes();
    }

    /// Fetches that the line item served so far.
    long servedBy(String id) {
        return engagements.getOrDefault(new CreativeId(id), CreativeEngagement.NONE).fetches();
    }

    /// Expected payment of the best choice, and of an even share.
    double oracle() {
        return lineItems.stream().mapToDouble(this::worth).max().orElse(0);
    }

    double even() {
        return lineItems.stream().mapToDouble(this::worth).average().orElse(0);
    }

    private double worth(LineItem item) {
        double amount = item.price().amount().amountMicros() / 1e6;
        return switch (item.price().model()) {
            case CPM -> amount / 1_000;
            case CPC, CPA -> amount * rates.getOrDefault(item.id(), 0.0);
            case FLAT -> 0;
        };
    }

    @Override
    public Spent spent(LineItemId lineItemId, long epochDay) {
        return Spent.NOTHING;
    }

    @Override
    public Engagement engagement(CreativeId creativeId) {
        return engagements.getOrDefault(creativeId, CreativeEngagement.NONE).recent();
    }

    @Override
    public Predictions predictions(OrgCatalogue source) {
        return predictions;
    }

    private record Told(long at, CreativeId creative, CreativeEngagement engagement) {}
}
