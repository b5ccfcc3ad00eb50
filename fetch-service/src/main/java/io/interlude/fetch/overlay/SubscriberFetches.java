package io.interlude.fetch.overlay;

import io.interlude.journal.append.JournalPosition;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Own fetches of one subscriber: each is added, settled and removed once, and those that counters
/// include already are not gone through. Not safe for use by many threads.
///
/// Nearly every subscriber has one at a time, which takes no collection.
final class SubscriberFetches {
    private static final SortedMap<Long, OwnFetch> NONE =
            Collections.unmodifiableSortedMap(new TreeMap<>());

    private @Nullable OwnFetch onlyPending;
    private @Nullable Set<OwnFetch> pending;
    private @Nullable TreeMap<Long, OwnFetch> offsetToAcknowledged;

    void add(OwnFetch fetch) {
        if (pending == null && onlyPending == null) {
            onlyPending = fetch;
        } else {
            several().add(fetch);
        }
    }

    private Set<OwnFetch> several() {
        Set<OwnFetch> known = pending;
        if (known == null) {
            known = new LinkedHashSet<>();
            pending = known;
            if (onlyPending != null) {
                known.add(onlyPending);
                onlyPending = null;
            }
        }
        return known;
    }

    /// Forgets one.
    ///
    /// @return whether there is none any more
    boolean remove(OwnFetch fetch) {
        if (fetch.equals(onlyPending)) {
            onlyPending = null;
        } else if (pending == null || !pending.remove(fetch)) {
            JournalPosition position = fetch.position();
            if (position != null && offsetToAcknowledged != null) {
                offsetToAcknowledged.remove(position.offset(), fetch);
            }
        }
        return pending().isEmpty()
                && (offsetToAcknowledged == null || offsetToAcknowledged.isEmpty());
    }

    /// Puts those that the journal has by now where they belong.
    void settle() {
        if (onlyPending != null && hasSettled(onlyPending)) {
            onlyPending = null;
        }
        if (pending != null) {
            Iterator<OwnFetch> each = pending.iterator();
            while (each.hasNext()) {
                if (hasSettled(each.next())) {
                    each.remove();
                }
            }
        }
    }

    private boolean hasSettled(OwnFetch fetch) {
        JournalPosition position = fetch.position();
        if (position == null) {
            return false;
        }
        if (offsetToAcknowledged == null) {
            offsetToAcknowledged = new TreeMap<>();
        }
        offsetToAcknowledged.put(position.offset(), fetch);
        return true;
    }

    /// Those that the journal has not answered for, in the order in which they were added.
    Collection<OwnFetch> pending() {
        if (pending != null) {
            return pending;
        }
        return onlyPending == null ? Set.of() : Set.of(onlyPending);
    }

    /// Those that the journal has after this offset.
    SortedMap<Long, OwnFetch> acknowledgedAfter(long offset) {
        return offsetToAcknowledged == null ? NONE : offsetToAcknowledged.tailMap(offset + 1);
    }

    /// -1 without any.
    long lastAcknowledged() {
        return offsetToAcknowledged == null || offsetToAcknowledged.isEmpty()
                ? -1
                : offsetToAcknowledged.lastKey();
    }
}
