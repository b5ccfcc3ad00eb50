package io.interlude.fetch.overlay;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.InstanceShare;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.kit.state.AggregateViews;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What line items spent and creatives were served, with own fetches that the aggregator's views do
/// not include yet. Safe for use by many threads.
///
/// A view is read, and own fetches that it includes are dropped, under one lock per line item or
/// creative, which is the [Unapplied] itself. As a view never goes back, no reader can miss a fetch
/// between the two. The locks are held for additions in memory only. One small entry remains for
/// each line item and creative that was ever served.
final class SpendOverlay {
    private final AggregateViews views;
    private final InstantSource clock;
    private final InstanceNumber instance;
    private final Map<LineItemKey, Unapplied> lineItems = new ConcurrentHashMap<>();
    private final Map<CreativeKey, Unapplied> creatives = new ConcurrentHashMap<>();

    SpendOverlay(AggregateViews views, InstantSource clock, InstanceNumber instance) {
        this.views = views;
        this.clock = clock;
        this.instance = instance;
    }

    Spent spent(OrgId orgId, LineItemId lineItemId, long epochDay) {
        Unapplied own = lineItems.get(new LineItemKey(orgId, lineItemId));
        if (own == null) {
            return shared(Spent.of(views.spend(orgId, lineItemId), epochDay), lineItemId, 0);
        }
        synchronized (own) {
            return spent(own, orgId, lineItemId, epochDay);
        }
    }

    Engagement engagement(OrgId orgId, CreativeId creativeId) {
        Unapplied own = creatives.get(new CreativeKey(orgId, creativeId));
        if (own == null) {
            CreativeEngagement view = views.engagement(orgId, creativeId);
            return new Engagement(view.fetches(), view.engagedFetches());
        }
        synchronized (own) {
            CreativeEngagement view = views.engagement(orgId, creativeId);
            own.see(view, view.partitionToAppliedOffset());
            return new Engagement(view.fetches() + own.size(), view.engagedFetches());
        }
    }

    /// Takes the fetch's places if its line item still has room for it, in one step.
    ///
    /// @param hasRoom whether what was spent before leaves room for one more
    boolean reserve(OwnFetch fetch, Predicate<Spent> hasRoom) {
        OwnFetch.Places places = fetch.places();
        Unapplied own =
                lineItems.computeIfAbsent(
                        new LineItemKey(places.orgId(), places.lineItemId()),
                        _ -> new Unapplied(instance.isOnly() ? null : new RecentFetches(clock)));
        synchronized (own) {
            Spent spent = spent(own, places.orgId(), places.lineItemId(), places.epochDay());
            if (!hasRoom.test(spent)) {
                return false;
            }
            own.add(fetch);
        }
        Unapplied creative =
                creatives.computeIfAbsent(
                        new CreativeKey(places.orgId(), places.creativeId()),
                        _ -> new Unapplied(null));
        synchronized (creative) {
            creative.add(fetch);
        }
        return true;
    }

    void giveBack(OwnFetch fetch) {
        change(fetch, own -> own.remove(fetch));
    }

    void acknowledged(OwnFetch fetch) {
        change(fetch, own -> own.acknowledged(fetch));
    }

    private void change(OwnFetch fetch, Consumer<Unapplied> step) {
        OwnFetch.Places places = fetch.places();
        change(lineItems.get(new LineItemKey(places.orgId(), places.lineItemId())), step);
        change(creatives.get(new CreativeKey(places.orgId(), places.creativeId())), step);
    }

    private static void change(@Nullable Unapplied own, Consumer<Unapplied> step) {
        if (own != null) {
            synchronized (own) {
                step.accept(own);
            }
        }
    }

    /// Drops what the views include of the fetch's line item and creative, should nobody ask for
    /// them again.
    void clear(OwnFetch fetch) {
        OwnFetch.Places places = fetch.places();
        spent(places.orgId(), places.lineItemId(), places.epochDay());
        engagement(places.orgId(), places.creativeId());
    }

    private Spent spent(Unapplied own, OrgId orgId, LineItemId lineItemId, long epochDay) {
        LineItemSpend view = views.spend(orgId, lineItemId);
        own.see(view, view.partitionToAppliedOffset());
        Spent spent = own.plus(Spent.of(view, epochDay), epochDay);
        return shared(spent, lineItemId, own.recentFetches());
    }

    private Spent shared(Spent spent, LineItemId lineItemId, long recentFetches) {
        return instance.isOnly()
                ? spent
                : spent.with(
                        InstanceShare.at(
                                instance.instances(),
                                instance.number(),
                                lineItemId,
                                clock.millis(),
                                recentFetches));
    }

    private record LineItemKey(OrgId orgId, LineItemId lineItemId) {}

    private record CreativeKey(OrgId orgId, CreativeId creativeId) {}
}
