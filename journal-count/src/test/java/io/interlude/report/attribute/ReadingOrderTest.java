package io.interlude.report.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/// Over a consumer that has its records in memory, and gives one at a time.
class ReadingOrderTest {
    private static final TopicPartition FETCHES = new TopicPartition(Topics.FETCHES.name(), 0);
    private static final TopicPartition CLICKS = new TopicPartition(Topics.CLICKS.name(), 0);
    private static final TopicPartition LATER = new TopicPartition(Topics.FETCHES.name(), 1);

    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
    private final ReadingOrder order = new ReadingOrder(consumer);

    @Test
    void readsOnePartitionAfterTheOtherAndItsTopicsByTime() {
        // given
        consumer.assign(List.of(LATER, CLICKS, FETCHES));
        Stream.of(LATER, CLICKS, FETCHES).forEach(place -> consumer.seek(place, 0));
        consumer.setMaxPollRecords(1);
        write(LATER, 1, 2);
        write(CLICKS, 15, 35);
        write(FETCHES, 10, 20, 30);
        order.look(Map.of(LATER, 2L, CLICKS, 2L, FETCHES, 3L));

        // when
        List<String> read = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            read.add(readOne());
        }

        // then
        assertThat(read)
                .containsExactly(
                        "ads.fetches-0 10",
                        "ads.clicks-0 15",
                        "ads.fetches-0 20",
                        "ads.clicks-0 35",
                        "ads.fetches-0 30",
                        "ads.fetches-1 1",
                        "ads.fetches-1 2");

        // when: more than there was comes
        write(CLICKS, 40);

        // then
        assertThat(readOne()).isEqualTo("ads.clicks-0 40");
    }

    private String readOne() {
        order.choose();
        ConsumerRecords<String, byte[]> records = consumer.poll(Duration.ZERO);
        order.read(records);
        return records.partitions().stream()
                .flatMap(place -> records.records(place).stream())
                .map(found ->
                        "%s-%d %d".formatted(found.topic(), found.partition(), found.timestamp()))
                .collect(Collectors.joining(", "));
    }

    private void write(TopicPartition place, long... times) {
        long offset = consumer.position(place);
        for (long time : times) {
            consumer.addRecord(
                    new ConsumerRecord<>(
                            place.topic(),
                            place.partition(),
                            offset++,
                            time,
                            TimestampType.CREATE_TIME,
                            0,
                            0,
                            "",
                            new byte[0],
                            new RecordHeaders(),
                            Optional.empty()));
        }
    }
}
