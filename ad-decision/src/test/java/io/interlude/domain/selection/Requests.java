package io.interlude.domain.selection;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.suitability.Suitability;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.RequestAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// One request for tests: native, on the ad unit `pause`, by nobody, until it is told otherwise.
final class Requests {
    static final Instant NOW = Instant.parse("2026-06-10T12:00:00Z");

    private AdFormat format = AdFormat.NATIVE;
    private Map<String, AttributeValue> attributes = Map.of();
    private FrequencyView frequency = new FrequencyView.NoSubscriber();
    private Suitability suitability = Suitability.DEFAULT;
    private boolean sensitive;
    private boolean child;
    private ContextReading context = new ContextReading.NoContext();
    private boolean explained;
    private boolean heldOut;
    private ConversationView conversation = ConversationView.NONE;
    private final Map<LineItemId, Spent> spent = new HashMap<>();
    private final List<FrequencyCounter> counters = new ArrayList<>();
    private final Map<LineItemId, Prediction> predictions = new HashMap<>();
    private final Map<LineItemId, Double> behind = new HashMap<>();
    private double engagementLift = 1;
    private AdUnit adUnit = Bookings.PAUSE;
    private long seed = 1;
    private Instant now = NOW;
    private Set<LineItemId> besides = Set.of();

    Requests format(AdFormat newFormat) {
        format = newFormat;
        return this;
    }

    Requests attribute(String name, String text) {
        attributes = Map.of(name, new AttributeValue.Text(text));
        return this;
    }

    Requests served(CapScope scope, String id, int times) {
        counters.add(
                new FrequencyCounter(
                        scope, id, times, Collections.nCopies(times, NOW.minusSeconds(60))));
        frequency = new FrequencyView.Counted(new SubscriberCounters(0, counters));
        return this;
    }

    Requests in(ConversationView view) {
        conversation = view;
        return this;
    }

    Requests at(Instant newNow) {
        now = newNow;
        return this;
    }

    /// Of a fetch that has got these already.
    Requests besides(Set<LineItemId> lineItems) {
        besides = lineItems;
        return this;
    }

    Requests unreadable() {
        frequency = new FrequencyView.Unreadable();
        return this;
    }

    Requests suitability(Suitability wishes) {
        suitability = wishes.orElse(Suitability.DEFAULT);
        return this;
    }

    /// The publisher calls the moment sensitive.
    Requests sensitive() {
        sensitive = true;
        return this;
    }

    Requests ofAChild() {
        child = true;
        return this;
    }

    Requests context(ContextReading reading) {
        context = reading;
        return this;
    }

    Requests similar(Map<String, Double> lineItemToSimilarity) {
        return context(
                Readings.near(id -> lineItemToSimilarity.getOrDefault(id.value(), 0.0), 0.3));
    }

    Requests spent(String lineItemId, long fetches) {
        return spent(lineItemId, new Spent(fetches, 0, fetches, 0));
    }

    Requests spent(String lineItemId, Spent newSpent) {
        spent.put(new LineItemId(lineItemId), newSpent);
        return this;
    }

    Requests seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    Requests on(AdUnit newAdUnit) {
        adUnit = newAdUnit;
        return this;
    }

    Requests predicted(String lineItemId, Prediction prediction) {
        predictions.put(new LineItemId(lineItemId), prediction);
        return this;
    }

    Requests behind(String lineItemId, double share) {
        behind.put(new LineItemId(lineItemId), share);
        return this;
    }

    Requests engagementLift(double lift) {
        engagementLift = lift;
        return this;
    }

    Requests heldOut() {
        heldOut = true;
        return this;
    }

    Requests explained() {
        explained = true;
        return this;
    }

    SelectionOutcome of(Bookings bookings) {
        return of(bookings.prepare());
    }

    SelectionOutcome of(PreparedCatalogue catalogue) {
        SelectionInput input =
                new SelectionInput(
                        adUnit,
                        null,
                        format,
                        RequestAttributes.of(attributes),
                        now,
                        frequency,
                        new Moment(context, suitability, sensitive, child),
                        conversation,
                        _ -> heldOut,
                        besides,
                        explained);
        return Selection.decide(catalogue, input, state(), new SplittableRandom(seed));
    }

    private ServingState state() {
        return new ServingState() {
            @Override
            public Spent spent(LineItemId lineItemId, long epochDay) {
                return spent.getOrDefault(lineItemId, Spent.NOTHING);
            }

            @Override
            public Engagement engagement(CreativeId creativeId) {
                return Engagement.NONE;
            }

            @Override
            public Predictions predictions(OrgCatalogue catalogue) {
                return new Predictions() {
                    @Override
                    public Prediction lineItem(LineItemId id, RateKind kind, int slice) {
                        return predictions.getOrDefault(id, NONE.lineItem(id, kind, slice));
                    }

                    @Override
                    public double engagementLift(LineItemId id, int slice) {
                        return engagementLift;
                    }
                };
            }

            @Override
            public double behind(LineItemId lineItemId) {
                return behind.getOrDefault(lineItemId, 0.0);
            }
        };
    }
}
