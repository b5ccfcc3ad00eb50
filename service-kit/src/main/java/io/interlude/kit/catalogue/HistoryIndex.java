package io.interlude.kit.catalogue;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.ResourceKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where in `catalogue.history` each change is: 16 bytes a change. Safe for use by many threads.
final class HistoryIndex {
    private final Map<OrgId, Org> orgToChanges = new HashMap<>();

    /// Takes a change in. They come in the order of the topic, some of them again.
    synchronized void add(CatalogueChanged change, long offset) {
        Org org = orgToChanges.computeIfAbsent(new OrgId(change.getOrgId()), _ -> new Org());
        if (org.changes.isEmpty()) {
            org.firstRevision = change.getRevision();
        }
        org.lastRevision = Math.max(org.lastRevision, change.getRevision());
        org.changes
                .computeIfAbsent(new Resource(change.getKind(), change.getId()), _ -> new Changes())
                .add(change.getRevision(), offset);
        notifyAll();
    }

    /// Waits until a change of that revision, or of a later one, is known.
    ///
    /// @return whether one is
    synchronized boolean await(OrgId orgId, long revision, Duration longest)
            throws InterruptedException {
        long deadlineNanos = System.nanoTime() + longest.toNanos();
        while (lastRevision(orgId) < revision) {
            long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                return false;
            }
            wait(leftMillis);
        }
        return true;
    }

    private long lastRevision(OrgId orgId) {
        Org org = orgToChanges.get(orgId);
        return org == null ? 0 : org.lastRevision;
    }

    /// The oldest revision that can be told; larger than any where no change is known.
    synchronized long oldestRevision(OrgId orgId) {
        Org org = orgToChanges.get(orgId);
        return org == null ? Long.MAX_VALUE : org.firstRevision - 1;
    }

    /// Where it is told how the resource was at the revision; null where no change of it is known.
    synchronized @Nullable Place place(OrgId orgId, ResourceKind kind, String id, long revision) {
        Org org = orgToChanges.get(orgId);
        Changes changes = org == null ? null : org.changes.get(new Resource(kind, id));
        return changes == null ? null : changes.place(revision);
    }

    /// @param before whether it is what the change replaced
    record Place(long offset, boolean before) {}

    private record Resource(ResourceKind kind, String id) {}

    private static final class Org {
        private long firstRevision;
        private long lastRevision;
        private final Map<Resource, Changes> changes = new HashMap<>();
    }

    /// Of one resource, oldest first.
    private static final class Changes {
        private long[] revisions = new long[1];
        private long[] offsets = new long[1];
        private int size;

        void add(long revision, long offset) {
            if (size > 0 && offset <= offsets[size - 1]) {
                return;
            }
            if (size == revisions.length) {
                revisions = Arrays.copyOf(revisions, 2 * size);
                offsets = Arrays.copyOf(offsets, 2 * size);
            }
            revisions[size] = revision;
            offsets[size] = offset;
            size++;
        }

        Place place(long revision) {
            for (int i = size - 1; i >= 0; i--) {
                if (revisions[i] <= revision) {
                    return new Place(offsets[i], false);
                }
            }
            return new Place(offsets[0], true);
        }
    }
}
