package io.interlude.report.attribute;

import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Has a consumer read one partition number after the other, and of each the topic that is furthest
/// back in time: so the records of a request come soon after each other. What is left once all is
/// read comes as it comes. Used by one thread.
final class ReadingOrder {
    private static final List<String> TOPICS = Topics.folded().stream().map(Topic::name).toList();

    private final Consumer<String, byte[]> consumer;
    private final Map<TopicPartition, Long> placeToEnd = new HashMap<>();
    private final Map<TopicPartition, Long> placeToMillis = new HashMap<>();
    private final Comparator<TopicPartition> order =
            Comparator.comparingInt(TopicPartition::partition)
                    .thenComparingLong(place -> placeToMillis.getOrDefault(place, Long.MIN_VALUE))
                    .thenComparingInt(place -> TOPICS.indexOf(place.topic()));

    ReadingOrder(Consumer<String, byte[]> consumer) {
        this.consumer = consumer;
    }

    /// Notes where the partitions end.
    void look(Map<TopicPartition, Long> ends) {
        ends.forEach((place, end) -> placeToEnd.merge(place, end, Math::max));
    }

    /// Notes what came.
    void read(ConsumerRecords<String, byte[]> records) {
        for (TopicPartition place : records.partitions()) {
            placeToMillis.put(place, records.records(place).getLast().timestamp());
        }
    }

    /// Has the consumer read next what is to be read next.
    void choose() {
        TopicPartition next = next();
        if (next == null) {
            consumer.resume(consumer.paused());
            return;
        }
        List<TopicPartition> others = new ArrayList<>(consumer.assignment());
        others.remove(next);
        consumer.pause(others);
        consumer.resume(List.of(next));
    }

    private @Nullable TopicPartition next() {
        return consumer.assignment().stream()
                .filter(place -> consumer.position(place) < placeToEnd.getOrDefault(place, 0L))
                .min(order)
                .orElse(null);
    }
}
