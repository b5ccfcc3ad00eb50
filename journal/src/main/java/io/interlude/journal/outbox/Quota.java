package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import java.util.concurrent.atomic.AtomicInteger;

/// The number of records that an [OutboxPool] may hold, and the part of it for each priority. Safe
/// for use by many threads.
final class Quota {
    private static final int PERCENT = 100;
    private static final int SPARE_PERCENT = 50;

    private final int mostEntries;
    private final AtomicInteger taken = new AtomicInteger();

    Quota(int mostEntries) {
        this.mostEntries = mostEntries;
    }

    int taken() {
        return taken.get();
    }

    /// Takes a place, unless the priority's part is taken.
    boolean take(AppendPriority priority) {
        if (taken.incrementAndGet() <= most(priority)) {
            return true;
        }
        taken.decrementAndGet();
        return false;
    }

    /// Takes a place for a record that is on disk already.
    void takeAnyway() {
        taken.incrementAndGet();
    }

    void release() {
        taken.decrementAndGet();
    }

    private long most(AppendPriority priority) {
        return switch (priority) {
            case FIRST, USUAL -> mostEntries;
            case SPARE -> (long) mostEntries * SPARE_PERCENT / PERCENT;
        };
    }
}
