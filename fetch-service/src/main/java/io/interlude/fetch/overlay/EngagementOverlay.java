package io.interlude.fetch.overlay;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.kit.state.AggregateViews;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How creatives did, with own fetches that the aggregator's views do not include yet. Safe for use
/// by many threads, in the way of [SpendOverlay].
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

    /// Drops what the view includes of the fetch's creative, should nobody ask for it again.
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
        private final List<OwnFetch> fetches = new ArrayList<>();
        private Engagement sum = Engagement.NONE;
        private CreativeEngagement seenView = CreativeEngagement.NONE;

        /// View and own fetches together; null when it is to be added up again.
        private @Nullable Engagement total;

        void add(OwnFetch fetch) {
            fetches.add(fetch);
            sum = EngagementFold.sum(sum, served(fetch));
            total = null;
        }

        void remove(OwnFetch fetch) {
            if (fetches.remove(fetch)) {
                addUp();
            }
        }

        /// The journal has answered for the fetch; the view may have included it before.
        void acknowledged(OwnFetch fetch) {
            if (fetch.isIn(seenView.partitionToAppliedOffset())) {
                remove(fetch);
            }
        }

        Engagement plus(CreativeEngagement view) {
            if (!view.equals(seenView)) {
                seenView = view;
                total = null;
                if (fetches.removeIf(fetch -> fetch.isIn(view.partitionToAppliedOffset()))) {
                    addUp();
                }
            }
            Engagement known = total;
            if (known == null) {
                known = EngagementFold.sum(view.recent(), sum);
                total = known;
            }
            return known;
        }

        private void addUp() {
            sum = fetches.stream().map(Own::served).reduce(Engagement.NONE, EngagementFold::sum);
            total = null;
        }

        private static Engagement served(OwnFetch fetch) {
            return Engagement.served(fetch.places().rotation());
        }
    }
}
