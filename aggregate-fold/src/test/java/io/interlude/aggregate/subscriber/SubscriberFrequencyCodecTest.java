package io.interlude.aggregate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.state.StateSerde;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.journal.record.EventBounds;
import io.interlude.schema.SubscriberFrequency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

class SubscriberFrequencyCodecTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Serde<SubscriberFrequency> serde =
            StateSerde.of(List.of(SubscriberFrequency.class));

    @Test
    void theLargestStateFitsItsTopicAndIsReadAsItWas() {
        // given
        List<FrequencyCounter> full = new ArrayList<>();
        for (int id = 0; id < FrequencyFold.COUNTERS_MAX; id++) {
            full.add(
                    new FrequencyCounter(
                            CapScope.LINE_ITEM,
                            "%0512d".formatted(id),
                            5_000,
                            IntStream.range(0, FrequencyCap.LARGEST_MAX)
                                    .mapToObj(NOON::plusSeconds)
                                    .toList()));
        }
        FrequencyAdvance advance =
                new FrequencyAdvance(CapScope.LINE_ITEM, "%0512d".formatted(7), 1_000);

        // when
        SubscriberCounters counters =
                FrequencyFold.advance(
                        new SubscriberCounters(6, full),
                        List.of(advance),
                        NOON.plusSeconds(2_000),
                        7);
        byte[] bytes = serde.serializer().serialize("", SubscriberFrequencyCodec.toAvro(counters));

        // then
        assertThat(advance.id()).hasSize(EventBounds.TEXT_MAX);
        assertThat(bytes.length).isLessThan(1_000_000);
        assertThat(SubscriberFrequencyCodec.toDomain(serde.deserializer().deserialize("", bytes)))
                .isEqualTo(counters);
    }
}
