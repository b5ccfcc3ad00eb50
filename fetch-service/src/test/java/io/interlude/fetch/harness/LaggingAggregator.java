package io.interlude.fetch.harness;

import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.HiddenAdvertisers;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.fetch.harness.InMemoryJournal.Appended;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.AdFetched;
import io.interlude.state.query.AggregateViews;
import io.interlude.state.query.FrequencyQuery;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// The aggregator of one org: applies the journal's fetches in order, but only when it is told to.
public final class LaggingAggregator implements FrequencyQuery, AggregateViews {
    private final InMemoryJournal journal;
    private final Map<String, SubscriberCounters> subscribers = new HashMap<>();
    private final Map<String, LineItemSpend> spend = new HashMap<>();
    private final Map<String, CreativeEngagement> engagement = new HashMap<>();
    private final Map<Integer, Long> applied = new HashMap<>();
    private int next;
    private boolean away;

    public LaggingAggregator(InMemoryJournal journal) {
        this.journal = journal;
    }

    /// Applies at most that many further records.
    public synchronized void apply(int most) {
        List<Appended> appended = journal.appended();
        int end = Math.min(appended.size(), next + most);
        for (; next < end; next++) {
            if (appended.get(next).value() instanceof AdFetched fetched) {
                apply(fetched, appended.get(next).position());
            }
        }
    }

    public void applyAll() {
        apply(Integer.MAX_VALUE / 2);
    }

    /// From now on counters can or cannot be read.
    public synchronized void beAway(boolean nowAway) {
        away = nowAway;
    }

    /// As if feedback were applied.
    public synchronized void hide(String subscriber, String advertiser, Instant at) {
        subscribers.merge(
                subscriber,
                HiddenAdvertisers.hide(SubscriberCounters.NONE, advertiser, at),
                (before, _) -> HiddenAdvertisers.hide(before, advertiser, at));
    }

    private void apply(AdFetched fetched, JournalPosition position) {
        if (fetched.getTest()) {
            return;
        }
        applied.put(position.partition(), position.offset());
        List<FrequencyAdvance> advances = advances(fetched);
        ConversationCounters.owner(fetched.getSubscriber(), advances)
                .ifPresent(owner ->
                        subscribers.merge(
                                owner.value(),
                                advance(SubscriberCounters.NONE, fetched, advances, position),
                                (before, _) -> advance(before, fetched, advances, position)));
        spend.put(fetched.getLineItemId(), spent(fetched));
        RotationStamp stamp =
                new RotationStamp(fetched.getRotationEpoch(), fetched.getRotationSequence());
        engagement.merge(
                fetched.getCreativeId(),
                CreativeEngagement.served(stamp, applied),
                EngagementFold::sum);
    }

    private static List<FrequencyAdvance> advances(AdFetched fetched) {
        return fetched.getFrequencyScopes().stream()
                .map(scope ->
                        new FrequencyAdvance(
                                scope(scope.getScope()), scope.getId(), scope.getKeepTimes()))
                .toList();
    }

    private static SubscriberCounters advance(
            SubscriberCounters before,
            AdFetched fetched,
            List<FrequencyAdvance> advances,
            JournalPosition position) {
        return FrequencyFold.advance(before, advances, fetched.getOccurredAt(), position.offset());
    }

    private static CapScope scope(io.interlude.schema.CapScope scope) {
        for (CapScope known : CapScope.values()) {
            if (known.wireName().equals(scope.name())) {
                return known;
            }
        }
        throw new IllegalArgumentException("unknown scope: " + scope);
    }

    private LineItemSpend spent(AdFetched fetched) {
        LineItemSpend before = spend.getOrDefault(fetched.getLineItemId(), LineItemSpend.NONE);
        long today =
                LocalDate.ofInstant(fetched.getOccurredAt(), ZoneId.of(fetched.getTimeZone()))
                        .toEpochDay();
        DaySpend day =
                before.days().stream()
                        .filter(known -> known.epochDay() == today)
                        .findFirst()
                        .orElse(new DaySpend(today, 0, 0));
        return new LineItemSpend(
                List.of(
                        new DaySpend(
                                today,
                                day.fetches() + 1,
                                day.spentMicros() + fetched.getBilledMicros())),
                before.lifetimeFetches() + 1,
                before.lifetimeSpentMicros() + fetched.getBilledMicros(),
                applied);
    }

    @Override
    public synchronized CompletableFuture<SubscriberCounters> counters(
            OrgId orgId, Subscriber subscriber, int partition) {
        return away
                ? CompletableFuture.failedFuture(new StateUnavailableException("away"))
                : CompletableFuture.completedFuture(
                        subscribers.getOrDefault(subscriber.value(), SubscriberCounters.NONE));
    }

    @Override
    public synchronized LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
        return spend.getOrDefault(lineItemId.value(), LineItemSpend.NONE);
    }

    @Override
    public synchronized CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
        return engagement.getOrDefault(creativeId.value(), CreativeEngagement.NONE);
    }
}
