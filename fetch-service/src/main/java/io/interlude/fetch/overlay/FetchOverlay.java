package io.interlude.fetch.overlay;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.prepared.SpendMeter;
import io.interlude.domain.rotation.Engagement;
import io.interlude.fetch.overlay.SubscriberOverlay.Overlaid;
import io.interlude.journal.append.JournalPosition;
import io.interlude.state.query.AggregateViews;
import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Pool;
import io.interlude.web.limits.SideWork;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Read your own writes: every fetch that this process served and the aggregator has not applied.
/// With it caps and budgets are exact on one instance, however late the aggregation runs. Safe for
/// use by many threads.
///
/// A subscriber's fetch is kept for [#GRACE] after the views show that its partition is applied
/// that far: a request may still hold counters that it read before. The number of fetches is
/// bounded, and shared by the orgs as [Pool] shares; of an org whose share is full no more are
/// kept, and whatever of it has a cap or a budget must then not serve.
public final class FetchOverlay {
    /// Much longer than a request may wait for counters.
    static final Duration GRACE = Duration.ofSeconds(10);

    private final AggregateViews views;
    private final InstantSource clock;
    private final BooleanSupplier earlierSpend;
    private final SpendOverlay spend;
    private final EngagementOverlay engagement;
    private final SubscriberOverlay subscribers = new SubscriberOverlay();
    private final AcknowledgedFetches acknowledged = new AcknowledgedFetches(GRACE);
    private final Map<OrgId, ServingState> orgToState = new ConcurrentHashMap<>();
    private final Pool room;

    /// Of the only instance.
    public FetchOverlay(AggregateViews views, InstantSource clock, int largestSize) {
        this(views, clock, largestSize, InstanceNumber.ONLY, () -> true);
    }

    /// @param earlierSpend whether the views show what was spent before this process started
    public FetchOverlay(
            AggregateViews views,
            InstantSource clock,
            int largestSize,
            InstanceNumber instance,
            BooleanSupplier earlierSpend) {
        this.views = views;
        this.clock = clock;
        this.room = new Pool(largestSize);
        this.earlierSpend = earlierSpend;
        this.spend = new SpendOverlay(views, clock, instance);
        this.engagement = new EngagementOverlay(views);
    }

    /// Fetches that are kept now.
    public long size() {
        return room.taken();
    }

    /// Whether no more fetches of the org are kept.
    public boolean isFull(OrgId orgId) {
        return room.isFull(owner(orgId));
    }

    private static Owner owner(OrgId orgId) {
        return Owner.org(orgId.value());
    }

    /// Whether all that the org spent is known. Where it is not, whatever has a budget must not
    /// serve.
    public boolean knowsSpend(OrgId orgId) {
        return !isFull(orgId) && earlierSpend.getAsBoolean();
    }

    /// What was served before, as a decision of the org sees it: the same object each time.
    public ServingState state(OrgId orgId) {
        return orgToState.computeIfAbsent(orgId, OrgState::new);
    }

    /// Runs one step with the subscriber's own fetches held still. The step must not wait.
    public <T> T exclusively(SubscriberKey subscriber, Supplier<T> step) {
        return subscribers.exclusively(subscriber, step);
    }

    /// The counters with every own fetch that they do not include.
    public SubscriberCounters counters(SubscriberKey subscriber, SubscriberCounters read) {
        return subscribers.overlay(subscriber, read).counters();
    }

    /// Completes when [#counters] of the same counters can no longer count a fetch twice; nothing
    /// when it does not.
    public Optional<CompletableFuture<Void>> settling(
            SubscriberKey subscriber, SubscriberCounters read) {
        Overlaid overlaid = subscribers.overlay(subscriber, read);
        return Optional.ofNullable(overlaid.settling());
    }

    /// Takes the places of a fetch, unless its line item has no room for it any more. A full
    /// overlay knows of nothing that was spent: `hasRoom` must then refuse whatever has a budget.
    public Optional<OwnFetch> reserve(OwnFetch.Places places, Predicate<Spent> hasRoom) {
        if (isFull(places.orgId())) {
            return hasRoom.test(Spent.NOTHING)
                    ? Optional.of(new OwnFetch(places, false))
                    : Optional.empty();
        }
        OwnFetch fetch = new OwnFetch(places, true);
        if (!spend.reserve(fetch, hasRoom)) {
            return Optional.empty();
        }
        engagement.add(fetch);
        room.takeAnyway(owner(places.orgId()), 1);
        SubscriberKey subscriber = places.subscriber();
        if (subscriber != null) {
            subscribers.add(subscriber, fetch);
        }
        return Optional.of(fetch);
    }

    /// The journal has the fetch.
    public void acknowledge(OwnFetch fetch, JournalPosition position) {
        fetch.acknowledge(position);
        if (fetch.kept()) {
            spend.acknowledged(fetch);
            engagement.acknowledged(fetch);
            over(fetch).forEach(this::clear);
        }
    }

    /// The journal does not have the fetch: its places are free again.
    public void giveBack(OwnFetch fetch) {
        if (fetch.kept()) {
            spend.giveBack(fetch);
            engagement.giveBack(fetch);
            forget(fetch);
        }
        fetch.giveUp();
    }

    private void forget(OwnFetch fetch) {
        room.giveBack(owner(fetch.places().orgId()), 1);
        SubscriberKey subscriber = fetch.places().subscriber();
        if (subscriber != null) {
            subscribers.remove(subscriber, fetch);
        }
    }

    private List<OwnFetch> over(OwnFetch added) {
        synchronized (acknowledged) {
            acknowledged.add(added);
            return acknowledged.over(clock.millis(), this::isApplied);
        }
    }

    private void clear(OwnFetch fetch) {
        forget(fetch);
        spend.clear(fetch);
        engagement.clear(fetch);
    }

    /// The view of the line item comes after the subscriber's counters in the aggregation, so what
    /// it includes they include too.
    private boolean isApplied(OwnFetch fetch) {
        OwnFetch.Places places = fetch.places();
        LineItemSpend view = views.spend(places.orgId(), places.lineItemId());
        return fetch.isIn(view.partitionToAppliedOffset());
    }

    private final class OrgState implements ServingState {
        private final OrgId orgId;
        private final PredictionCache predictions;

        OrgState(OrgId orgId) {
            this.orgId = orgId;
            this.predictions =
                    new PredictionCache(
                            creativeId -> views.engagement(orgId, creativeId).outcomes(),
                            clock,
                            SideWork.of(orgId.value())::schedule);
        }

        @Override
        public Predictions predictions(OrgCatalogue catalogue) {
            return predictions.of(catalogue);
        }

        @Override
        public Spent spent(LineItemId lineItemId, long epochDay) {
            return meter(lineItemId).spent(epochDay);
        }

        @Override
        public SpendMeter meter(LineItemId lineItemId) {
            return spend.meter(orgId, lineItemId);
        }

        @Override
        public Engagement engagement(CreativeId creativeId) {
            return engagement.engagement(orgId, creativeId);
        }
    }
}
