package io.interlude.fetch.overlay;

import io.interlude.domain.pacing.Spent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Own fetches of one line item that its view does not include, with their sums. Not safe for use
/// by many threads: whoever uses it holds its lock.
final class Unapplied {
    private final AwaitedFetches fetches = new AwaitedFetches();
    private final Map<Long, Sum> dayToSum = new HashMap<>();
    private final Sum all = new Sum();
    private final @Nullable RecentFetches recent;

    /// @param recent counts what a view has included; null where there is one instance only
    Unapplied(@Nullable RecentFetches recent) {
        this.recent = recent;
    }

    void add(OwnFetch fetch) {
        fetches.add(fetch);
        count(fetch, 1);
    }

    /// The journal does not have the fetch.
    void remove(OwnFetch fetch) {
        if (fetches.remove(fetch)) {
            count(fetch, -1);
        }
    }

    /// The journal has answered for the fetch; the view may have included it before.
    void acknowledged(OwnFetch fetch) {
        if (fetches.acknowledged(fetch)) {
            included(fetch);
        }
    }

    /// Drops what the view includes.
    ///
    /// @param view the view itself; the same one again changes nothing
    void see(Object view, Map<Integer, Long> partitionToAppliedOffset) {
        fetches.see(view, partitionToAppliedOffset, this::included);
    }

    private void included(OwnFetch fetch) {
        count(fetch, -1);
        if (recent != null) {
            recent.included(fetch.places().servedAt());
        }
    }

    /// How many the view does not include, or has not included for long.
    long recentFetches() {
        return all.fetches + (recent == null ? 0 : recent.count());
    }

    /// What the view says and what it does not include.
    Spent plus(Spent view, long epochDay) {
        if (all.fetches == 0) {
            return view;
        }
        Sum day = dayToSum.getOrDefault(epochDay, Sum.ZERO);
        return new Spent(
                view.dayFetches() + day.fetches,
                view.dayMicros() + day.micros,
                view.lifetimeFetches() + all.fetches,
                view.lifetimeMicros() + all.micros,
                view.achieved(),
                view.share());
    }

    private void count(OwnFetch fetch, int sign) {
        OwnFetch.Places places = fetch.places();
        all.add(sign, places.billedMicros());
        Sum day = dayToSum.computeIfAbsent(places.epochDay(), _ -> new Sum());
        day.add(sign, places.billedMicros());
        if (day.fetches == 0) {
            dayToSum.remove(places.epochDay());
        }
    }

    private static final class Sum {
        static final Sum ZERO = new Sum();

        private long fetches;
        private long micros;

        void add(int sign, long billedMicros) {
            fetches += sign;
            micros += sign * billedMicros;
        }
    }
}
