package io.interlude.domain.simulation;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.outcome.OutcomeFold;
import io.interlude.domain.outcome.Slice;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.domain.prediction.Predictions;
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
    private static final int PREDICTED_EVERY = 200;

    private final PreparedCatalogue catalogue;
    private final SplittableRandom random;
    private final int subscribers;
    private final Map<String, SubscriberCounters> counters = new HashMap<>();
    private final Map<LineItemId, Spent> spent = new HashMap<>();
    private final Map<CreativeId, Engagement> engagements = new HashMap<>();
    private final Map<CreativeId, List<OutcomeCell>> outcomes = new HashMap<>();
    private final Map<String, Integer> conversationToTurn = new HashMap<>();
    private final List<Recorded> records = new ArrayList<>();
    private Predictions predictions = Predictions.NONE;

    private SeededTraffic(PreparedCatalogue catalogue, long seed, int subscribers) {
        this.catalogue = catalogue;
        this.random = new SplittableRandom(seed);
        this.subscribers = subscribers;
    }

    static List<Recorded> of(PreparedCatalogue catalogue, long seed, int requests) {
        SeededTraffic traffic = new SeededTraffic(catalogue, seed, requests / 10);
        for (int i = 0; i < requests; i++) {
            if (i % PREDICTED_EVERY == 0) {
                traffic.predict();
            }
            traffic.request(BookedItem.START.plusMillis(1_000L * DAY_SECONDS * i / requests));
        }
        return traffic.records;
    }

    private void predict() {
        predictions =
                OrgPredictions.of(catalogue.source(), id -> outcomes.getOrDefault(id, List.of()));
    }

    /// Of nobody in ten cases of a hundred, in a conversation in fifty, for a flow in twenty.
    private void request(Instant at) {
        SplittableRandom own = random.split();
        int number = own.nextInt(subscribers);
        int ads = own.nextInt(5) == 0 ? ADS_OF_A_FETCH : 1;
        String subscriber = own.nextInt(10) > 0 ? "s" + number : null;
        String conversation = own.nextBoolean() ? "t" + number : null;
        Integer turn =
                conversation == null
                        ? null
                        : conversationToTurn.merge(conversation, 1, Integer::sum);
        AdFormat format = own.nextInt(5) == 0 ? AdFormat.FLOW : AdFormat.NATIVE;
        long seed = own.nextLong(RecordedDecision.SEEDS);
        Set<LineItemId> besides = new HashSet<>();
        for (int ad = 0; ad < ads; ad++) {
            Asked asked = new Asked(at, subscriber, conversation, turn, format, seed + ad, ad > 0);
            PreparedLineItem won = decide(asked, besides, own);
            if (won == null) {
                return;
            }
            catalogue.all().stream()
                    .filter(item -> item.advertiser().key().equals(won.advertiser().key()))
                    .forEach(item -> besides.add(item.lineItem().id()));
        }
    }

    private @Nullable PreparedLineItem decide(
            Asked asked, Set<LineItemId> besides, SplittableRandom own) {
        FrequencyView counters = view(asked);
        SelectionInput input =
                new SelectionInput(
                        BookedItem.PAUSE,
                        null,
                        asked.format(),
                        RequestAttributes.of(Map.of()),
                        asked.at(),
                        asked.subscriber() == null ? new FrequencyView.NoSubscriber() : counters,
                        Moment.of(new ContextReading.NoContext()),
                        asked.view(counters),
                        asked::isHeldOut,
                        besides,
                        false);
        SelectionOutcome outcome =
                Selection.decide(catalogue, input, this, new SplittableRandom(asked.seed()));
        records.add(
                new Recorded(
                        RecordedDecision.of(catalogue, null, input, asked.seed(), outcome),
                        asked.subscriber(),
                        "f" + records.size()));
        if (!(outcome instanceof SelectionOutcome.Served served)) {
            return null;
        }
        count(served, asked, input);
        if (own.nextInt(8) == 0) {
            engagements.merge(
                    served.creative().id(),
                    Engagement.engaged(served.rotation()),
                    EngagementFold::sum);
            outcome(served, 0, 1);
        }
        return served.lineItem();
    }

    private FrequencyView view(Asked asked) {
        boolean needed =
                catalogue.needsCounters("pause", asked.format())
                        || (asked.conversation() != null
                                && catalogue.needsConversation(
                                        BookedItem.PAUSE, asked.format(), null));
        String owner = asked.owner();
        return owner == null || !needed
                ? new FrequencyView.NoSubscriber()
                : new FrequencyView.Counted(counters.getOrDefault(owner, SubscriberCounters.NONE));
    }

    private void count(SelectionOutcome.Served served, Asked asked, SelectionInput input) {
        PreparedLineItem item = served.lineItem();
        List<FrequencyAdvance> advances = new ArrayList<>();
        if (asked.subscriber() != null) {
            advances.addAll(catalogue.advances(BookedItem.PAUSE, item, served.creative().id()));
        }
        advances.addAll(catalogue.advances(item, input.conversation()));
        String owner = asked.owner();
        if (owner != null) {
            SubscriberCounters before = counters.getOrDefault(owner, SubscriberCounters.NONE);
            counters.put(
                    owner,
                    FrequencyFold.advance(
                            before, advances, asked.at(), before.appliedOffset() + 1));
        }
        spent.merge(
                item.lineItem().id(),
                Spent.NOTHING.plus(true, item.lineItem().price().fetchMicros()),
                (before, _) -> before.plus(true, item.lineItem().price().fetchMicros()));
        engagements.merge(
                served.creative().id(), Engagement.served(served.rotation()), EngagementFold::sum);
        outcome(served, 1, 0);
    }

    private void outcome(SelectionOutcome.Served served, int fetches, int clicks) {
        outcomes.merge(
                served.creative().id(),
                List.of(
                        new OutcomeCell(
                                OutcomeCell.eraOf(served.rotation().epoch()),
                                Slice.of(Double.NaN, BookedItem.PAUSE.code()),
                                fetches,
                                clicks,
                                clicks,
                                0)),
                OutcomeFold::sum);
    }

    @Override
    public Spent spent(LineItemId lineItemId, long epochDay) {
        return spent.getOrDefault(lineItemId, Spent.NOTHING);
    }

    @Override
    public Engagement engagement(CreativeId creativeId) {
        return engagements.getOrDefault(creativeId, Engagement.NONE);
    }

    @Override
    public Predictions predictions(OrgCatalogue of) {
        return predictions;
    }

    /// One ad that is asked for.
    private record Asked(
            Instant at,
            @Nullable String subscriber,
            @Nullable String conversation,
            @Nullable Integer turn,
            AdFormat format,
            long seed,
            boolean further) {
        @Nullable String owner() {
            return subscriber == null ? conversation : subscriber;
        }

        ConversationView view(FrequencyView counters) {
            return conversation == null
                    ? ConversationView.NONE
                    : new ConversationView(conversation, further ? null : turn, further, counters);
        }

        boolean isHeldOut(Campaign campaign) {
            return subscriber != null
                    && campaign.holdout().holdsOut(campaign.id(), new Subscriber(subscriber));
        }
    }
}
