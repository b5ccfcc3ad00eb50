package io.interlude.fetch.overlay;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prepared.SpendMeter;
import java.time.InstantSource;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The spend of one line item, with own fetches that the aggregator's view does not include yet.
/// Safe for use by many threads.
///
/// A view is read, and own fetches that it includes are dropped, under one lock, which is the meter
/// itself. As a view never goes back, no reader can miss a fetch between the two. On the only
/// instance a reader that finds neither the view nor the own fetches changed takes the latest
/// answer without the lock: a decision reads thousands of meters, and few of them have moved since
/// the one before. The share of one of several instances moves with the clock too, so there every
/// answer is worked out anew.
final class LineItemMeter implements SpendMeter {
    private final LineItemId lineItemId;
    private final Supplier<LineItemSpend> view;
    private final InstantSource clock;
    private final InstanceNumber instance;
    private final Unapplied own;

    /// Of the only instance; null when it is to be worked out.
    private volatile @Nullable Answer latest;

    LineItemMeter(
            LineItemId lineItemId,
            Supplier<LineItemSpend> view,
            InstantSource clock,
            InstanceNumber instance) {
        this.lineItemId = lineItemId;
        this.view = view;
        this.clock = clock;
        this.instance = instance;
        this.own = new Unapplied(instance.isOnly() ? null : new RecentFetches(clock));
    }

    @Override
    public Spent spent(long epochDay) {
        Answer known = latest;
        return known != null && known.epochDay() == epochDay && view.get().equals(known.view())
                ? known.spent()
                : read(epochDay);
    }

    private synchronized Spent read(long epochDay) {
        LineItemSpend seen = view.get();
        own.see(seen, seen.partitionToAppliedOffset());
        Spent spent = own.plus(Spent.of(seen, epochDay), epochDay);
        if (!instance.isOnly()) {
            return spent.with(instance.share(lineItemId, clock.millis(), own.recentFetches()));
        }
        latest = new Answer(seen, epochDay, spent);
        return spent;
    }

    /// Takes the fetch's places if there is still room for it, in one step.
    synchronized boolean reserve(OwnFetch fetch, Predicate<Spent> hasRoom) {
        if (!hasRoom.test(read(fetch.places().epochDay()))) {
            return false;
        }
        own.add(fetch);
        latest = null;
        return true;
    }

    synchronized void giveBack(OwnFetch fetch) {
        own.remove(fetch);
        latest = null;
    }

    synchronized void acknowledged(OwnFetch fetch) {
        own.acknowledged(fetch);
        latest = null;
    }

    private record Answer(LineItemSpend view, long epochDay, Spent spent) {}
}
