package io.interlude.fetch.overlay;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.InstanceShare;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.Spent;
import io.interlude.kit.state.AggregateViews;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What line items spent, with own fetches that the aggregator's views do not include yet. Safe for
/// use by many threads.
///
/// A view is read, and own fetches that it includes are dropped, under one lock per line item,
/// which is the [Unapplied] itself. As a view never goes back, no reader can miss a fetch between
/// the two. The locks are held for additions in memory only. One small entry remains for each line
/// item that was ever served.
final class SpendOverlay {
    private final AggregateViews views;
    private final InstantSource clock;
    private final InstanceNumber instance;
    private final Map<LineItemKey, Unapplied> lineItems = new ConcurrentHashMap<>();

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
    }

    private static void change(@Nullable Unapplied own, Consumer<Unapplied> step) {
        if (own != null) {
            synchronized (own) {
                step.accept(own);
            }
        }
    }

    /// Drops what the view includes of the fetch's line item, should nobody ask for it again.
    void clear(OwnFetch fetch) {
        OwnFetch.Places places = fetch.places();
        spent(places.orgId(), places.lineItemId(), places.epochDay());
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
}
