package io.interlude.journal.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.JournalEvent;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CorrectedEventsTest {
    @Test
    void readsNoCorrectionOfAnotherFetch() {
        CorrectedEvents corrected = new CorrectedEvents(List.of(click("e1", "f1")));

        assertThat(corrected.concerns(keyed("f1"))).isTrue();
        assertThat(corrected.concerns(keyed("f2"))).isFalse();
        assertThat(corrected.concerns(keyed(null))).isFalse();
    }

    @Test
    void takesBackWhatHasNoFetch() {
        // given
        PlacedRecord sale = sale("e1");
        PlacedRecord other = sale("e2");
        CorrectedEvents corrected = new CorrectedEvents(List.of(sale));

        // when
        corrected.add(correction("e1", null));
        corrected.add(correction("e2", null));

        // then: of what was not asked for nothing is kept
        assertThat(corrected.concerns(keyed(null))).isTrue();
        assertThat(verdict(corrected, sale)).isEqualTo(CountingVerdict.CORRECTED);
        assertThat(verdict(corrected, other)).isEqualTo(CountingVerdict.COUNTED);
    }

    @Test
    void takesBackAnEventOfAFetch() {
        PlacedRecord click = click("e1", "f1");
        CorrectedEvents corrected = new CorrectedEvents(List.of(click));

        corrected.add(correction("e1", "f1"));

        assertThat(verdict(corrected, click)).isEqualTo(CountingVerdict.CORRECTED);
    }

    private static @Nullable CountingVerdict verdict(
            CorrectedEvents corrected, PlacedRecord record) {
        return corrected.apply(new JudgedEvent(record, CountingVerdict.COUNTED, null)).verdict();
    }

    @SuppressWarnings("NullAway") // Kafka's parameter of the key says nothing of null.
    private static ConsumerRecord<String, byte[]> keyed(@Nullable String key) {
        return new ConsumerRecord<>("ads.corrections", 0, 0, key, new byte[0]);
    }

    private static PlacedRecord click(String eventId, String fetchId) {
        ClickRecorded click = new ClickRecorded();
        click.setEventId(eventId);
        click.setFetchId(fetchId);
        return placed(click);
    }

    private static PlacedRecord sale(String eventId) {
        ConversionRecorded sale = new ConversionRecorded();
        sale.setEventId(eventId);
        return placed(sale);
    }

    private static PlacedRecord correction(String eventId, @Nullable String fetchId) {
        CorrectionRecorded correction = new CorrectionRecorded();
        correction.setCorrectedEventId(eventId);
        correction.setFetchId(fetchId);
        return placed(correction);
    }

    private static PlacedRecord placed(JournalEvent event) {
        return new PlacedRecord(new TopicPartition("ads.test", 0), 0, Instant.EPOCH, event);
    }
}
