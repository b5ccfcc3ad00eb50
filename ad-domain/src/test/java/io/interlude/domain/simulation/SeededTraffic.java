package io.interlude.domain.simulation;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.targeting.RequestAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A day of requests that are served one after the other, with all that is counted of them. The
/// same seed makes the same requests, whatever is booked.
final class SeededTraffic implements ServingState {
    /// A request as the journal has it.
    record Recorded(RecordedDecision decision, @Nullable String subscriber, String fetchId) {}

    private static final int DAY_SECONDS = 86_400;
    private static final int ADS_OF_A_FETCH = 2;

    private final PreparedCatalogue catalogue;
    private final SplittableRandom random;
    private final int subscribers;
    private final Map<String, SubscriberCounters> counters = new HashMap<>();
    private final Map<LineItemId, Spent> spent = new HashMap<>();
    private final Map<CreativeId, Engagement> engagements = new HashMap<>();
    private final List<Recorded> records = new ArrayList<>();

    private SeededTraffic(PreparedCatalogue catalogue, long seed, int subscribers) {
        this.catalogue = catalogue;
        this.random = new SplittableRandom(seed);
        this.subscribers = subscribers;
    }

    static List<Recorded> of(PreparedCatalogue catalogue, long seed, int requests) {
        SeededTraffic traffic = new SeededTraffic(catalogue, seed, requests / 10);
        for (int i = 0; i < requests; i++) {
            traffic.request(BookedItem.START.plusMillis(1_000L * DAY_SECONDS * i / requests));
        }
        return traffic.records;
    }

    private void request(Instant at) {
        SplittableRandom own = random.split();
        int subscriber = own.nextInt(subscribers);
        boolean several = own.nextInt(5) == 0;
        boolean known = own.nextInt(10) > 0;
        long seed = own.nextLong(RecordedDecision.SEEDS);
        Set<LineItemId> besides = new HashSet<>();
        for (int ad = 0; ad < (several ? ADS_OF_A_FETCH : 1); ad++) {
            PreparedLineItem won =
                    decide(at, known ? "s" + subscriber : null, seed + ad, besides, own);
            if (won == null) {
                return;
            }
            catalogue.all().stream()
                    .filter(item -> item.advertiser().key().equals(won.advertiser().key()))
                    .forEach(item -> besides.add(item.lineItem().id()));
        }
    }

    private @Nullable PreparedLineItem decide(
            Instant at,
            @Nullable String subscriber,
            long seed,
            Set<LineItemId> besides,
            SplittableRandom own) {
        SelectionInput input =
                new SelectionInput(
                        BookedItem.PAUSE,
                        null,
                        AdFormat.NATIVE,
                        RequestAttributes.of(Map.of()),
                        at,
                        view(subscriber),
                        Moment.of(new ContextReading.NoContext()),
                        ConversationView.NONE,
                        _ -> false,
                        besides,
                        false);
        SelectionOutcome outcome =
                Selection.decide(catalogue, input, this, new SplittableRandom(seed));
        records.add(
                new Recorded(
                        RecordedDecision.of(catalogue, null, input, seed, outcome),
                        subscriber,
                        "f" + records.size()));
        if (!(outcome instanceof SelectionOutcome.Served served)) {
            return null;
        }
        count(served, at, subscriber, own);
        return served.lineItem();
    }

    private FrequencyView view(@Nullable String subscriber) {
        return subscriber == null || !catalogue.needsCounters("pause", AdFormat.NATIVE)
                ? new FrequencyView.NoSubscriber()
                : new FrequencyView.Counted(
                        counters.getOrDefault(subscriber, SubscriberCounters.NONE));
    }

    private void count(
            SelectionOutcome.Served served,
            Instant at,
            @Nullable String subscriber,
            SplittableRandom own) {
        PreparedLineItem item = served.lineItem();
        CreativeId creative = served.creative().id();
        if (subscriber != null) {
            SubscriberCounters before = counters.getOrDefault(subscriber, SubscriberCounters.NONE);
            counters.put(
                    subscriber,
                    FrequencyFold.advance(
                            before,
                            catalogue.advances(BookedItem.PAUSE, item, creative),
                            at,
                            before.appliedOffset() + 1));
        }
        spent.merge(
                item.lineItem().id(),
                Spent.NOTHING.plus(true, item.lineItem().price().fetchMicros()),
                (before, _) -> before.plus(true, item.lineItem().price().fetchMicros()));
        engagements.merge(creative, Engagement.served(served.rotation()), EngagementFold::sum);
        if (own.nextInt(8) == 0) {
            engagements.merge(creative, Engagement.engaged(served.rotation()), EngagementFold::sum);
        }
    }

    @Override
    public Spent spent(LineItemId lineItemId, long epochDay) {
        return spent.getOrDefault(lineItemId, Spent.NOTHING);
    }

    @Override
    public Engagement engagement(CreativeId creativeId) {
        return engagements.getOrDefault(creativeId, Engagement.NONE);
    }
}
