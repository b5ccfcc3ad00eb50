package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import java.util.HashMap;
import java.util.Map;

/// The records that an [OutboxPool] may hold, and their bytes. There is a part for each priority,
/// and no org can take all: as of what requests share (`io.interlude.web.limits.Pool`), an org may
/// hold three times what is free, which is three quarters of a pool while nobody else needs it.
/// Safe for use by many threads.
final class Quota {
    private static final int TIMES_FREE = 3;
    private static final int PERCENT = 100;
    private static final int SPARE_PERCENT = 50;

    private final Shared entries;
    private final Shared bytes;

    Quota(OutboxLimits.Bounds bounds) {
        entries = new Shared(bounds.mostEntries());
        bytes = new Shared(bounds.mostBytes());
    }

    synchronized int taken() {
        return (int) entries.taken;
    }

    /// Takes a place, unless the priority's part is taken, or the org's.
    synchronized boolean take(Entry entry) {
        int percent = percent(entry.priority);
        if (!entries.admits(entry.org, 1, percent)
                || !bytes.admits(entry.org, entry.recordBytes, percent)) {
            return false;
        }
        takeAnyway(entry);
        return true;
    }

    /// Takes a place for a record that is on disk already.
    synchronized void takeAnyway(Entry entry) {
        entries.add(entry.org, 1);
        bytes.add(entry.org, entry.recordBytes);
    }

    synchronized void release(Entry entry) {
        entries.add(entry.org, -1);
        bytes.add(entry.org, -entry.recordBytes);
    }

    private static int percent(AppendPriority priority) {
        return switch (priority) {
            case FIRST, USUAL -> PERCENT;
            case SPARE -> SPARE_PERCENT;
        };
    }

    /// An amount that orgs share. What is of no org is the product's own, and has no share.
    private static final class Shared {
        private final long size;
        private final Map<String, Long> orgToHeld = new HashMap<>();
        private long taken;

        Shared(long size) {
            this.size = size;
        }

        boolean admits(String org, long amount, int percent) {
            return taken + amount <= size * percent / PERCENT
                    && (org.isEmpty()
                            || orgToHeld.getOrDefault(org, 0L) + amount
                                    <= TIMES_FREE * (size - taken));
        }

        void add(String org, long amount) {
            taken += amount;
            orgToHeld.merge(org, amount, (held, more) -> held + more == 0 ? null : held + more);
        }
    }
}
