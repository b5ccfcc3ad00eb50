package io.interlude.report.manifest;

import io.interlude.schema.HourSealed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Cuts the records of one partition into hours. An hour is a run of offsets: it begins with the
/// first record after the hour before, and ends before the first record whose timestamp lies in a
/// later hour. So a record that comes late belongs to the hour that it came in. Used by one thread.
final class PartitionHours {
    /// The hash before the first hour.
    static final String NO_HASH = "0".repeat(64);

    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();
    private static final long NO_HOUR = -1;

    private final TopicPartition place;
    private String previousHash;
    private final RecordChain chain;
    private long closedHour;
    private long openHour = NO_HOUR;
    private long nextOffset;
    private long firstOffset;
    private long count;

    /// @param last manifest of the partition; null before the first
    PartitionHours(TopicPartition place, @Nullable HourSealed last) {
        this.place = place;
        previousHash = last == null ? NO_HASH : last.getHash();
        chain = new RecordChain(previousHash);
        closedHour = last == null ? NO_HOUR : hour(last.getHour().toEpochMilli());
        nextOffset = last == null ? 0 : last.getLastOffset() + 1;
    }

    TopicPartition place() {
        return place;
    }

    /// The first offset that was not taken in.
    long nextOffset() {
        return nextOffset;
    }

    /// Takes in the next record.
    ///
    /// @return the hour that it ended, if it did
    Optional<SealableHour> add(
            long offset, long timestampMillis, byte @Nullable [] key, byte @Nullable [] value) {
        long hour = Math.max(hour(timestampMillis), closedHour + 1);
        Optional<SealableHour> ended =
                count > 0 && hour > openHour ? Optional.of(close()) : Optional.empty();
        if (count == 0) {
            openHour = hour;
            firstOffset = offset;
        }
        chain.add(offset, timestampMillis, key, value);
        count++;
        nextOffset = offset + 1;
        return ended;
    }

    /// Whether there is an hour with records that ended before the instant.
    boolean isOverBefore(Instant instant) {
        return count > 0 && (openHour + 1) * HOUR_MILLIS <= instant.toEpochMilli();
    }

    /// Ends the hour, which must have records.
    SealableHour close() {
        SealableHour closed =
                new SealableHour(
                        place.topic(),
                        place.partition(),
                        Instant.ofEpochMilli(openHour * HOUR_MILLIS),
                        new SealableHour.Range(firstOffset, nextOffset - 1, count),
                        previousHash,
                        chain.hash());
        previousHash = closed.hash();
        closedHour = openHour;
        count = 0;
        return closed;
    }

    private static long hour(long epochMillis) {
        return Math.floorDiv(epochMillis, HOUR_MILLIS);
    }
}
