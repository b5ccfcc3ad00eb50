package io.interlude.aggregate.serving;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StandbyUpdateListener;
import org.apache.kafka.streams.processor.TaskId;

/// The offsets up to which this process's standby stores have read their changelogs. Written by the
/// thread that reads, read by others.
public final class StandbyOffsets implements StandbyUpdateListener {
    /// Of a changelog that this process does not follow.
    static final long NOT_FOLLOWED = -1;

    private final Map<TopicPartition, Place> changelogToPlace = new ConcurrentHashMap<>();
    private final AtomicLong beginnings = new AtomicLong();

    /// The offset behind the last record that is in the store, or [#NOT_FOLLOWED].
    long next(TopicPartition changelog) {
        Place place = changelogToPlace.get(changelog);
        return place == null ? NOT_FOLLOWED : place.next();
    }

    /// Another number each time that the store begins to be followed, since it may have been
    /// emptied before; [#NOT_FOLLOWED] if it is not.
    long beginning(TopicPartition changelog) {
        Place place = changelogToPlace.get(changelog);
        return place == null ? NOT_FOLLOWED : place.beginning();
    }

    @Override
    public void onUpdateStart(TopicPartition changelog, String storeName, long startingOffset) {
        changelogToPlace.put(changelog, new Place(startingOffset, beginnings.incrementAndGet()));
    }

    @Override
    public void onBatchLoaded(
            TopicPartition changelog,
            String storeName,
            TaskId taskId,
            long batchEndOffset,
            long batchSize,
            long currentEndOffset) {
        changelogToPlace.computeIfPresent(
                changelog, (_, place) -> new Place(batchEndOffset + 1, place.beginning()));
    }

    @Override
    public void onUpdateSuspended(
            TopicPartition changelog,
            String storeName,
            long storeOffset,
            long currentEndOffset,
            SuspendReason reason) {
        changelogToPlace.remove(changelog);
    }

    private record Place(long next, long beginning) {}
}
