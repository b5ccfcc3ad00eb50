package io.interlude.domain.simulation;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.HiddenAdvertisers;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.outcome.OutcomeFold;
import io.interlude.domain.outcome.Slice;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.selection.RandomDecisions;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// An hour of seeded requests of a random org, each decided in the state that those before it left.
/// The random org has every kind of cap, budget, goal, price, pacing, rotation, ad load, floor and
/// targeting; the requests name subscribers, conversations, both or neither, of every context and
/// format, and ask for up to three ads. Ads are clicked, converted on, hidden, and taken back. In
/// the middle of the hour the catalogue is another.
final class MixedTraffic implements ServingState {
    static final Instant START = RandomDecisions.NOW.minusSeconds(60);

    /// A request as the journal has it.
    ///
    /// @param ad number of the ad among those of the fetch, from 0
    record Recorded(
            RecordedDecision decision,
            @Nullable String subscriber,
            String fetchId,
            PreparedCatalogue then,
            SelectionOutcome outcome,
            int ad) {}

    private static final int HOUR_MILLIS = 3_600_000;
    private static final int SUBSCRIBERS = 12;
    private static final int PREDICTED_EVERY = 50;

    private final RandomDecisions decisions;
    private final SplittableRandom random;
    private final Map<String, SubscriberCounters> ownerToCounters = new HashMap<>();
    private final Map<String, Integer> conversationToTurn = new HashMap<>();
    private final Map<LineItemId, Spent> spent = new HashMap<>();
    private final Map<CreativeId, Engagement> engagements = new HashMap<>();
    private final Map<CreativeId, List<OutcomeCell>> outcomes = new HashMap<>();
    private final List<Served> served = new ArrayList<>();
    private final List<Recorded> records = new ArrayList<>();
    private PreparedCatalogue catalogue;
    private Predictions predictions = Predictions.NONE;
    private int retracted;

    private MixedTraffic(RandomDecisions decisions, PreparedCatalogue catalogue, long seed) {
        this.decisions = decisions;
        this.catalogue = catalogue;
        this.random = new SplittableRandom(seed);
    }

    /// @param catalogue of the first half of the hour
    /// @param later of the second
    static MixedTraffic play(
            RandomDecisions decisions,
            PreparedCatalogue catalogue,
            PreparedCatalogue later,
            long seed,
            int requests) {
        MixedTraffic traffic = new MixedTraffic(decisions, catalogue, seed);
        for (int i = 0; i < requests; i++) {
            if (i == requests / 2) {
                traffic.catalogue = later;
            }
            if (i % PREDICTED_EVERY == 0) {
                traffic.predict();
            }
            traffic.request(START.plusMillis((long) HOUR_MILLIS * i / requests));
            traffic.react();
        }
        return traffic;
    }

    List<Recorded> records() {
        return records;
    }

    /// Fetches that were taken back.
    int retracted() {
        return retracted;
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    private void predict() {
        predictions =
                OrgPredictions.of(catalogue.source(), id -> outcomes.getOrDefault(id, List.of()));
    }

    /// A request for up to three ads.
    private void request(Instant at) {
        SelectionInput drawn = decisions.input(catalogue.source());
        int number = random.nextInt(SUBSCRIBERS);
        String subscriber = one(6) ? null : "s" + number;
        String conversation = one(2) ? null : (subscriber == null ? "open" : "talk") + number;
        boolean unreadable = one(20);
        Integer turn =
                conversation == null || one(5)
                        ? null
                        : conversationToTurn.merge(conversation, 1, Integer::sum);
        int ads = one(3) ? random.nextInt(2, 4) : 1;
        Set<LineItemId> besides = new HashSet<>();
        for (int ad = 0; ad < ads; ad++) {
            Asked asked = new Asked(drawn, at, subscriber, conversation, turn, unreadable, ad);
            SelectionOutcome outcome = decide(asked, besides);
            if (!(outcome instanceof SelectionOutcome.Served won)) {
                return;
            }
            won.candidates().shadows().forEach(shadow -> besides.add(shadow.lineItemId()));
            catalogue.all().stream()
                    .filter(item ->
                            item.advertiser().key().equals(won.lineItem().advertiser().key()))
                    .forEach(item -> besides.add(item.lineItem().id()));
        }
    }

    private SelectionOutcome decide(Asked asked, Set<LineItemId> besides) {
        SelectionInput drawn = asked.drawn();
        Set<LineItemId> lost = new HashSet<>(drawn.lost());
        lost.addAll(besides);
        FrequencyView counters = counters(asked);
        SelectionInput input =
                new SelectionInput(
                        drawn.adUnit(),
                        null,
                        drawn.format(),
                        drawn.attributes(),
                        asked.at(),
                        asked.subscriber() == null ? new FrequencyView.NoSubscriber() : counters,
                        drawn.moment(),
                        asked.view(counters),
                        campaign ->
                                asked.subscriber() != null
                                        && campaign.holdout()
                                                .holdsOut(
                                                        campaign.id(),
                                                        new Subscriber(asked.subscriber())),
                        lost,
                        false);
        long seed = random.nextLong(RecordedDecision.SEEDS);
        SelectionOutcome outcome =
                Selection.decide(catalogue, input, this, new SplittableRandom(seed));
        records.add(
                new Recorded(
                        RecordedDecision.of(catalogue, null, input, seed, outcome),
                        asked.subscriber(),
                        "f" + records.size(),
                        catalogue,
                        outcome,
                        asked.ad()));
        if (outcome instanceof SelectionOutcome.Served won) {
            count(Served.of(won, asked, advances(input, won, asked)), 1);
        }
        return outcome;
    }

    /// As the product reads them: only where something that could be served needs them.
    private FrequencyView counters(Asked asked) {
        String owner = asked.owner();
        AdUnit adUnit = asked.drawn().adUnit();
        boolean needed =
                (asked.subscriber() != null
                                && catalogue.needsCounters(adUnit.code(), asked.drawn().format()))
                        || (asked.conversation() != null
                                && catalogue.needsConversation(
                                        adUnit, asked.drawn().format(), null));
        if (owner == null || !needed) {
            return new FrequencyView.NoSubscriber();
        }
        return asked.unreadable()
                ? new FrequencyView.Unreadable()
                : new FrequencyView.Counted(
                        ownerToCounters.getOrDefault(owner, SubscriberCounters.NONE));
    }

    private List<FrequencyAdvance> advances(
            SelectionInput input, SelectionOutcome.Served won, Asked asked) {
        List<FrequencyAdvance> advances = new ArrayList<>();
        if (asked.subscriber() != null) {
            advances.addAll(
                    catalogue.advances(input.adUnit(), won.lineItem(), won.creative().id()));
        }
        advances.addAll(catalogue.advances(won.lineItem(), input.conversation()));
        return advances;
    }

    /// Counts a fetch, or takes it back.
    private void count(Served fetch, int sign) {
        String owner = fetch.owner();
        if (owner != null && !fetch.advances().isEmpty()) {
            SubscriberCounters before =
                    ownerToCounters.getOrDefault(owner, SubscriberCounters.NONE);
            ownerToCounters.put(
                    owner,
                    sign > 0
                            ? FrequencyFold.advance(
                                    before,
                                    fetch.advances(),
                                    fetch.at(),
                                    before.appliedOffset() + 1)
                            : FrequencyFold.retract(before, fetch.advances(), fetch.at()));
        }
        long micros = sign * fetch.item().lineItem().price().fetchMicros();
        spend(fetch.item(), sign, micros, Achieved.NOTHING);
        RotationStamp stamp = fetch.stamp();
        engagements.merge(
                fetch.creative(),
                new Engagement(
                        sign,
                        stamp.sequence(),
                        Engagement.NEVER,
                        List.of(new EngagementEpoch(stamp.epoch(), sign, 0))),
                EngagementFold::sum);
        outcome(fetch, sign, 0, 0);
        if (sign > 0) {
            served.add(fetch);
        }
    }

    private void spend(PreparedLineItem item, int fetches, long micros, Achieved more) {
        Spent before = spent.getOrDefault(item.lineItem().id(), Spent.NOTHING);
        Achieved achieved = before.achieved();
        spent.put(
                item.lineItem().id(),
                new Spent(
                        before.dayFetches() + fetches,
                        before.dayMicros() + micros,
                        before.lifetimeFetches() + fetches,
                        before.lifetimeMicros() + micros,
                        achieved == null ? more : achieved.plus(more),
                        before.share()));
    }

    private void outcome(Served fetch, int fetches, int clicks, int conversions) {
        outcomes.merge(
                fetch.creative(),
                List.of(
                        new OutcomeCell(
                                OutcomeCell.eraOf(fetch.stamp().epoch()),
                                fetch.slice(),
                                fetches,
                                clicks,
                                clicks,
                                conversions)),
                OutcomeFold::sum);
    }

    /// What people, and the publisher's corrections, do with an earlier ad.
    private void react() {
        if (served.isEmpty()) {
            return;
        }
        int number = Math.max(0, served.size() - 1 - random.nextInt(30));
        Served fetch = served.get(number);
        if (one(4)) {
            engagements.merge(
                    fetch.creative(), Engagement.engaged(fetch.stamp()), EngagementFold::sum);
            int bought = random.nextInt(2);
            long micros =
                    fetch.item().lineItem().price().clickMicros()
                            + bought * fetch.item().lineItem().price().conversionMicros();
            outcome(fetch, 0, 1, bought);
            spend(fetch.item(), 0, micros, new Achieved(1, bought, 0));
        }
        if (one(10)) {
            count(fetch, -1);
            served.remove(number);
            retracted++;
        } else if (one(40) && fetch.subscriber() != null) {
            ownerToCounters.computeIfPresent(
                    fetch.subscriber(),
                    (_, counters) ->
                            HiddenAdvertisers.hide(
                                    counters, fetch.item().advertiser().key(), fetch.at()));
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

    @Override
    public Predictions predictions(OrgCatalogue of) {
        return predictions;
    }

    /// One ad that is asked for.
    private record Asked(
            SelectionInput drawn,
            Instant at,
            @Nullable String subscriber,
            @Nullable String conversation,
            @Nullable Integer turn,
            boolean unreadable,
            int ad) {
        @Nullable String owner() {
            return subscriber == null ? conversation : subscriber;
        }

        ConversationView view(FrequencyView counters) {
            return conversation == null
                    ? ConversationView.NONE
                    : new ConversationView(conversation, ad > 0 ? null : turn, ad > 0, counters);
        }
    }

    /// An ad that was served.
    private record Served(
            PreparedLineItem item,
            CreativeId creative,
            RotationStamp stamp,
            int slice,
            Instant at,
            @Nullable String subscriber,
            @Nullable String owner,
            List<FrequencyAdvance> advances) {
        static Served of(
                SelectionOutcome.Served won, Asked asked, List<FrequencyAdvance> advances) {
            return new Served(
                    won.lineItem(),
                    won.creative().id(),
                    won.rotation(),
                    Slice.of(won.verdicts().getFirst().relevance(), asked.drawn().adUnit().code()),
                    asked.at(),
                    asked.subscriber(),
                    asked.owner(),
                    advances);
        }
    }
}
