package io.interlude.journal.reading;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/// Finds offsets by time. Used by one thread.
public final class OffsetLookup {
    private final Consumer<?, ?> consumer;
    private final Map<TopicPartition, Long> placeToEnd;

    /// @param places that can be asked for
    /// @throws org.apache.kafka.common.KafkaException if their ends are not known in time
    public OffsetLookup(Consumer<?, ?> consumer, Collection<TopicPartition> places) {
        this.consumer = consumer;
        placeToEnd = Map.copyOf(consumer.endOffsets(places));
    }

    /// Where the places ended when this was made.
    public Map<TopicPartition, Long> ends() {
        return placeToEnd;
    }

    /// Where the place ended when this was made; 0 for one that cannot be asked for.
    public long end(TopicPartition place) {
        return placeToEnd.getOrDefault(place, 0L);
    }

    /// Of each place's first record of the time or later, else its end.
    public Map<TopicPartition, Long> offsets(Instant time) {
        Map<TopicPartition, Instant> placeToTime = new HashMap<>();
        placeToEnd.keySet().forEach(place -> placeToTime.put(place, time));
        return offsets(placeToTime);
    }

    /// The same with a time for each place.
    public Map<TopicPartition, Long> offsets(Map<TopicPartition, Instant> placeToTime) {
        Map<TopicPartition, Long> placeToMillis = new HashMap<>();
        Map<TopicPartition, Long> placeToOffset = new HashMap<>();
        placeToTime.forEach((place, time) -> {
            placeToMillis.put(place, Math.max(0, time.toEpochMilli()));
            placeToOffset.put(place, end(place));
        });
        if (!placeToMillis.isEmpty()) {
            consumer.offsetsForTimes(placeToMillis)
                    .forEach((place, found) -> {
                        if (found != null) {
                            placeToOffset.merge(place, found.offset(), Math::min);
                        }
                    });
        }
        return placeToOffset;
    }
}
