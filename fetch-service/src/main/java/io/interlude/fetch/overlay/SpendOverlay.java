package io.interlude.fetch.overlay;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.Spent;
import io.interlude.state.query.AggregateViews;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The spend of line items, with own fetches that the aggregator's views do not include yet. Safe
/// for use by many threads.
///
/// Each line item has a [LineItemMeter] with a lock of its own, which is held for additions in
/// memory only. It remains for each line item that was ever asked for.
final class SpendOverlay {
    private final AggregateViews views;
    private final InstantSource clock;
    private final InstanceNumber instance;
    private final Map<LineItemKey, LineItemMeter> lineItems = new ConcurrentHashMap<>();

    SpendOverlay(AggregateViews views, InstantSource clock, InstanceNumber instance) {
        this.views = views;
        this.clock = clock;
        this.instance = instance;
    }

    LineItemMeter meter(OrgId orgId, LineItemId lineItemId) {
        return lineItems.computeIfAbsent(
                new LineItemKey(orgId, lineItemId),
                _ ->
                        new LineItemMeter(
                                lineItemId, views.spendOf(orgId, lineItemId), clock, instance));
    }

    /// Takes the fetch's places if its line item still has room for it, in one step.
    ///
    /// @param hasRoom true if the spend before leaves room for one more
    boolean reserve(OwnFetch fetch, Predicate<Spent> hasRoom) {
        return meter(fetch).reserve(fetch, hasRoom);
    }

    void giveBack(OwnFetch fetch) {
        meter(fetch).giveBack(fetch);
    }

    void acknowledged(OwnFetch fetch) {
        meter(fetch).acknowledged(fetch);
    }

    /// Drops what the view includes of the fetch's line item, in case it is not asked for again.
    void clear(OwnFetch fetch) {
        meter(fetch).spent(fetch.places().epochDay());
    }

    private LineItemMeter meter(OwnFetch fetch) {
        return meter(fetch.places().orgId(), fetch.places().lineItemId());
    }

    private record LineItemKey(OrgId orgId, LineItemId lineItemId) {}
}
