package io.interlude.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class RangeReadingTest {
    private static final TopicPartition LEFT = new TopicPartition("read", 0);
    private static final TopicPartition RIGHT = new TopicPartition("read", 1);
    private static final Duration PATIENT = Duration.ofSeconds(30);

    private final MockConsumer<String, String> consumer = new MockConsumer<>("earliest");

    @Test
    void givesWhatLiesBeforeTheEndsAndStopsThere() {
        stand(LEFT, RIGHT);
        records(LEFT, 0, 5);
        records(RIGHT, 0, 2);

        assertThat(read(new RangeReading<>(consumer, Map.of(LEFT, 3L, RIGHT, 2L), PATIENT)))
                .containsExactlyInAnyOrder("0-0", "0-1", "0-2", "1-0", "1-1");
        assertThat(consumer.paused()).containsExactlyInAnyOrder(LEFT, RIGHT);
    }

    @Test
    void asksNothingOfARangeWithoutRecords() {
        stand(LEFT);

        assertThat(new RangeReading<>(consumer, Map.of(LEFT, 0L), Duration.ZERO).hasMore())
                .isFalse();
    }

    @Test
    void readsNoMoreOfWhatItLeaves() {
        stand(LEFT, RIGHT);
        RangeReading<String, String> range =
                new RangeReading<>(consumer, Map.of(LEFT, 3L, RIGHT, 2L), PATIENT);
        range.leave(List.of(LEFT));
        records(LEFT, 0, 3);
        records(RIGHT, 0, 2);

        assertThat(read(range)).containsExactly("1-0", "1-1");
    }

    @Test
    void losesPatienceWhereNothingComes() {
        stand(LEFT);
        RangeReading<String, String> range =
                new RangeReading<>(consumer, Map.of(LEFT, 1L), Duration.ZERO);

        assertThat(range.hasMore()).isTrue();
        assertThatThrownBy(range::next)
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("read-0");
    }

    @Test
    void findsTheFirstRecordOfAStretch() {
        stand(LEFT);
        records(LEFT, 2, 5);

        assertThat(RangeReading.first(consumer, LEFT, 2, 3, PATIENT))
                .hasValueSatisfying(found -> assertThat(found.offset()).isEqualTo(2));
        assertThat(RangeReading.first(consumer, LEFT, 3, 3, PATIENT)).isEmpty();
    }

    private void stand(TopicPartition... places) {
        consumer.assign(List.of(places));
        for (TopicPartition place : places) {
            consumer.updateBeginningOffsets(Map.of(place, 0L));
            consumer.seek(place, 0);
        }
    }

    private void records(TopicPartition place, int from, int to) {
        consumer.schedulePollTask(() -> {
            for (int offset = from; offset < to; offset++) {
                consumer.addRecord(
                        new ConsumerRecord<>(
                                place.topic(),
                                place.partition(),
                                offset,
                                "key",
                                place.partition() + "-" + offset));
            }
        });
    }

    private static List<String> read(RangeReading<String, String> range) {
        List<String> values = new ArrayList<>();
        while (range.hasMore()) {
            range.next().forEach(record -> values.add(record.value()));
        }
        return values;
    }
}
