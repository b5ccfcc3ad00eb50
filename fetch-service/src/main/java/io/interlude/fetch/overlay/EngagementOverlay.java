package io.interlude.fetch.overlay;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.state.query.AggregateViews;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The engagement of creatives, with own fetches that the aggregator's views do not include yet.
/// Safe for use by many threads, in the way of [LineItemMeter].
final class EngagementOverlay {
    private final AggregateViews views;
    private final Map<CreativeKey, Own> creatives = new ConcurrentHashMap<>();

    EngagementOverlay(AggregateViews views) {
        this.views = views;
    }

    Engagement engagement(OrgId orgId, CreativeId creativeId) {
        Own own = creatives.get(new CreativeKey(orgId, creativeId));
        if (own == null) {
            return views.engagement(orgId, creativeId).recent();
        }
        synchronized (own) {
            return own.plus(views.engagement(orgId, creativeId));
        }
    }

    void add(OwnFetch fetch) {
        Own own = creatives.computeIfAbsent(key(fetch), _ -> new Own());
        synchronized (own) {
            own.add(fetch);
        }
    }

    void giveBack(OwnFetch fetch) {
        change(fetch, own -> own.remove(fetch));
    }

    void acknowledged(OwnFetch fetch) {
        change(fetch, own -> own.acknowledged(fetch));
    }

    /// Drops what the view includes of the fetch's creative, in case it is not asked for again.
    void clear(OwnFetch fetch) {
        engagement(fetch.places().orgId(), fetch.places().creativeId());
    }

    private void change(OwnFetch fetch, Consumer<Own> step) {
        Own own = creatives.get(key(fetch));
        if (own != null) {
            synchronized (own) {
                step.accept(own);
            }
        }
    }

    private static CreativeKey key(OwnFetch fetch) {
        return new CreativeKey(fetch.places().orgId(), fetch.places().creativeId());
    }

    private record CreativeKey(OrgId orgId, CreativeId creativeId) {}

    /// Own fetches of one creative that its view does not include. Whoever uses it holds its lock.
    private static final class Own {
        private final AwaitedFetches fetches = new AwaitedFetches();
        private final NavigableMap<Long, Long> newestEpochToFetches =
                new TreeMap<>(Comparator.reverseOrder());
        private long count;

        /// At least that of the latest fetch; of one that the view includes it may be still, which
        /// the view says too.
        private long lastServed = Engagement.NEVER;

        /// View and own fetches together; null when it is to be added up again.
        private @Nullable Engagement total;

        void add(OwnFetch fetch) {
            fetches.add(fetch);
            count(fetch);
        }

        private void count(OwnFetch fetch) {
            RotationStamp stamp = fetch.places().rotation();
            count++;
            lastServed = Math.max(lastServed, stamp.sequence());
            newestEpochToFetches.merge(stamp.epoch(), 1L, Long::sum);
            total = null;
        }

        /// The journal does not have the fetch. This is rare, so the others are added up anew.
        void remove(OwnFetch fetch) {
            if (fetches.remove(fetch)) {
                count = 0;
                lastServed = Engagement.NEVER;
                newestEpochToFetches.clear();
                total = null;
                fetches.forEach(this::count);
            }
        }

        /// The journal has answered for the fetch; the view may have included it before.
        void acknowledged(OwnFetch fetch) {
            if (fetches.acknowledged(fetch)) {
                included(fetch);
            }
        }

        private void included(OwnFetch fetch) {
            count--;
            newestEpochToFetches.computeIfPresent(
                    fetch.places().rotation().epoch(), (_, own) -> own == 1 ? null : own - 1);
            total = null;
        }

        Engagement plus(CreativeEngagement view) {
            if (fetches.see(view, view.partitionToAppliedOffset(), this::included)) {
                total = null;
            }
            Engagement known = total;
            if (known == null) {
                known = count == 0 ? view.recent() : EngagementFold.sum(view.recent(), sum());
                total = known;
            }
            return known;
        }

        private Engagement sum() {
            List<EngagementEpoch> epochs = new ArrayList<>(newestEpochToFetches.size());
            newestEpochToFetches.forEach(
                    (epoch, own) -> epochs.add(new EngagementEpoch(epoch, own, 0)));
            return new Engagement(count, lastServed, Engagement.NEVER, epochs);
        }
    }
}
