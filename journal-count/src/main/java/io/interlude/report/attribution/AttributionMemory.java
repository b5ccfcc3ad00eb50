package io.interlude.report.attribution;

import java.util.concurrent.atomic.AtomicLong;

/// The bytes that the versions of attribution of all orgs may hold. Safe for use by many threads.
public final class AttributionMemory {
    /// Part of the heap that they may hold: one in so many.
    static final int HEAP_PARTS = 32;

    /// One org may take three of four parts, so that the others' versions are folded too.
    private static final int PARTS = 4;

    private final AtomicLong freeBytes;
    private final long mostOfOrgBytes;

    /// Of this process's heap.
    AttributionMemory() {
        this(Runtime.getRuntime().maxMemory() / HEAP_PARTS);
    }

    AttributionMemory(long bytes) {
        freeBytes = new AtomicLong(bytes);
        mostOfOrgBytes = bytes / PARTS * (PARTS - 1);
    }

    private boolean take(long bytes) {
        if (freeBytes.addAndGet(-bytes) >= 0 || bytes <= 0) {
            return true;
        }
        freeBytes.addAndGet(bytes);
        return false;
    }

    /// The part of an org.
    OfOrg ofOrg() {
        return new OfOrg(this);
    }

    /// The bytes of one org's versions, and of the facts that they share. Used by the thread that
    /// reads its conversions.
    public static final class OfOrg {
        private final AttributionMemory all;
        private long heldBytes;

        private OfOrg(AttributionMemory all) {
            this.all = all;
        }

        /// Takes bytes, if they are free, or gives them back.
        ///
        /// @param bytes less than nothing to give some back
        boolean take(long bytes) {
            if ((bytes > 0 && heldBytes + bytes > all.mostOfOrgBytes) || !all.take(bytes)) {
                return false;
            }
            heldBytes += bytes;
            return true;
        }

        long heldBytes() {
            return heldBytes;
        }
    }

    /// A version needs more than its org may hold.
    static final class FullException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FullException() {
            super("the org's versions hold their share of memory", null, false, false);
        }
    }
}
