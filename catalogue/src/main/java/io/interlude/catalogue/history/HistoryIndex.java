package io.interlude.catalogue.history;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.ResourceKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The offset and the size of each change in `catalogue.history`: 52 bytes a change. Safe for use
/// by many threads.
final class HistoryIndex {
    private static final long NONE = -1;

    private final Map<OrgId, Org> orgToChanges = new HashMap<>();
    private long lastOffset = NONE;

    /// Takes a change in. They come in the order of the topic, some of them again.
    ///
    /// @param bytes size of its record
    synchronized void add(CatalogueChanged change, long offset, int bytes) {
        if (offset <= lastOffset) {
            return;
        }
        lastOffset = offset;
        orgToChanges
                .computeIfAbsent(new OrgId(change.getOrgId()), _ -> new Org())
                .add(change, offset, bytes);
        notifyAll();
    }

    /// Waits until all changes of that revision, or of a later one, are known.
    ///
    /// @return true if they are
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
        return org == null ? 0 : org.lastWhole;
    }

    /// The oldest revision that can be told; larger than any where no change is known.
    synchronized long oldestRevision(OrgId orgId) {
        Org org = orgToChanges.get(orgId);
        return org == null ? Long.MAX_VALUE : org.firstRevision - 1;
    }

    /// The place of the resource's value at the revision; null where no change of it is known.
    synchronized @Nullable Place place(OrgId orgId, ResourceKind kind, String id, long revision) {
        Changes changes = changes(orgId, kind, id);
        return changes == null ? null : changes.place(revision);
    }

    /// The newest changes of a resource before an offset, newest first.
    synchronized List<Step> newest(
            OrgId orgId, ResourceKind kind, String id, long beforeOffset, int most) {
        Changes changes = changes(orgId, kind, id);
        return changes == null ? List.of() : changes.newest(beforeOffset, most);
    }

    /// The newest changes of an org before an offset that pass the filter, newest first.
    synchronized List<Step> newest(OrgId orgId, ChangeFilter filter, long beforeOffset, int most) {
        Org org = orgToChanges.get(orgId);
        return org == null ? List.of() : org.newest(filter, beforeOffset, most);
    }

    private @Nullable Changes changes(OrgId orgId, ResourceKind kind, String id) {
        Org org = orgToChanges.get(orgId);
        return org == null ? null : org.resourceToChanges.get(new Resource(kind, id));
    }

    /// @param before true for the value that the change replaced
    record Place(long offset, boolean before) {}

    /// A change of a resource, and the one before it.
    ///
    /// @param previous offset of the resource's change before; -1 where none is known
    /// @param bytes size of the records of both
    record Step(long offset, long previous, int bytes) {}

    private record Resource(ResourceKind kind, String id) {}

    /// Of one org, oldest first.
    private static final class Org {
        private final Map<Resource, Changes> resourceToChanges = new HashMap<>();
        private final Map<@Nullable String, Integer> keyIdToNumber = new HashMap<>();
        private final List<@Nullable String> keyIds = new ArrayList<>();
        private long firstRevision;
        private long lastWhole;
        private long revision;
        private int ofRevision;

        private long[] offsets = new long[1];
        private long[] previous = new long[1];
        private long[] changedAtMillis = new long[1];
        private int[] keyNumbers = new int[1];
        private int[] bytes = new int[1];
        private int size;

        void add(CatalogueChanged change, long offset, int ownBytes) {
            if (size == 0) {
                firstRevision = change.getRevision();
            }
            ofRevision = change.getRevision() == revision ? ofRevision + 1 : 1;
            revision = change.getRevision();
            if (ofRevision >= change.getRevisionSize()) {
                lastWhole = Math.max(lastWhole, revision);
            }
            Changes changes =
                    resourceToChanges.computeIfAbsent(
                            new Resource(change.getKind(), change.getId()), _ -> new Changes());
            grow();
            offsets[size] = offset;
            previous[size] = changes.lastOffset();
            changedAtMillis[size] = change.getChangedAt().toEpochMilli();
            keyNumbers[size] = number(change.getChangedBy());
            bytes[size] = ownBytes + changes.lastBytes();
            size++;
            changes.add(change.getRevision(), offset, ownBytes);
        }

        private int number(@Nullable String keyId) {
            Integer known = keyIdToNumber.get(keyId);
            if (known != null) {
                return known;
            }
            keyIds.add(keyId);
            keyIdToNumber.put(keyId, keyIds.size() - 1);
            return keyIds.size() - 1;
        }

        private void grow() {
            if (size == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * size);
                previous = Arrays.copyOf(previous, 2 * size);
                changedAtMillis = Arrays.copyOf(changedAtMillis, 2 * size);
                keyNumbers = Arrays.copyOf(keyNumbers, 2 * size);
                bytes = Arrays.copyOf(bytes, 2 * size);
            }
        }

        List<Step> newest(ChangeFilter filter, long beforeOffset, int most) {
            List<Step> newest = new ArrayList<>();
            for (int i = sizeBefore(offsets, size, beforeOffset) - 1;
                    i >= 0 && newest.size() < most;
                    i--) {
                if (filter.passes(changedAtMillis[i], keyIds.get(keyNumbers[i]))) {
                    newest.add(new Step(offsets[i], previous[i], bytes[i]));
                }
            }
            return newest;
        }
    }

    /// The number of the first `size` offsets before one.
    private static int sizeBefore(long[] offsets, int size, long beforeOffset) {
        int found = Arrays.binarySearch(offsets, 0, size, beforeOffset);
        return found < 0 ? -found - 1 : found;
    }

    /// Of one resource, oldest first.
    private static final class Changes {
        private long[] revisions = new long[1];
        private long[] offsets = new long[1];
        private int[] bytes = new int[1];
        private int size;

        void add(long revision, long offset, int ownBytes) {
            if (size == revisions.length) {
                revisions = Arrays.copyOf(revisions, 2 * size);
                offsets = Arrays.copyOf(offsets, 2 * size);
                bytes = Arrays.copyOf(bytes, 2 * size);
            }
            revisions[size] = revision;
            offsets[size] = offset;
            bytes[size] = ownBytes;
            size++;
        }

        long lastOffset() {
            return size == 0 ? NONE : offsets[size - 1];
        }

        int lastBytes() {
            return size == 0 ? 0 : bytes[size - 1];
        }

        Place place(long revision) {
            for (int i = size - 1; i >= 0; i--) {
                if (revisions[i] <= revision) {
                    return new Place(offsets[i], false);
                }
            }
            return new Place(offsets[0], true);
        }

        List<Step> newest(long beforeOffset, int most) {
            List<Step> newest = new ArrayList<>();
            for (int i = sizeBefore(offsets, size, beforeOffset) - 1;
                    i >= 0 && newest.size() < most;
                    i--) {
                newest.add(
                        i == 0
                                ? new Step(offsets[i], NONE, bytes[i])
                                : new Step(offsets[i], offsets[i - 1], bytes[i] + bytes[i - 1]));
            }
            return newest;
        }
    }
}
