package io.interlude.journal.history;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/// Finds offsets by time. Used by one thread.
final class OffsetRanges {
    private final Consumer<?, ?> consumer;
    private final Map<TopicPartition, Long> placeToEnd;

    /// @param places that can be asked for
    OffsetRanges(Consumer<?, ?> consumer, Collection<TopicPartition> places) {
        this.consumer = consumer;
        placeToEnd = Map.copyOf(consumer.endOffsets(places));
    }

    /// Where the places end now.
    Map<TopicPartition, Long> ends() {
        return placeToEnd;
    }

    long end(TopicPartition place) {
        return placeToEnd.getOrDefault(place, 0L);
    }

    /// Of each place's first record of the time or later, else its end.
    Map<TopicPartition, Long> offsets(Map<TopicPartition, Instant> placeToTime) {
        Map<TopicPartition, Long> placeToMillis = new HashMap<>();
        Map<TopicPartition, Long> placeToOffset = new HashMap<>();
        placeToTime.forEach((place, time) -> {
            placeToMillis.put(place, Math.max(0, time.toEpochMilli()));
            placeToOffset.put(place, end(place));
        });
        if (!placeToMillis.isEmpty()) {
            consumer.offsetsForTimes(placeToMillis).entrySet().stream()
                    .filter(entry -> Objects.nonNull(entry.getValue()))
                    .forEach(entry -> lower(placeToOffset, entry.getKey(), entry.getValue()));
        }
        return placeToOffset;
    }

    private static void lower(
            Map<TopicPartition, Long> placeToOffset,
            TopicPartition place,
            OffsetAndTimestamp found) {
        placeToOffset.merge(place, found.offset(), Math::min);
    }
}
