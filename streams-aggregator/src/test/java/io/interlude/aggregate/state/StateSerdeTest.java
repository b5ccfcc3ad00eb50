package io.interlude.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.PartitionOffset;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

class StateSerdeTest {
    private static final CreativeEngagement ENGAGEMENT =
            new CreativeEngagement("acme", "line", "card", 5L, 2L, List.of());
    private static final LineItemSpend SPEND =
            new LineItemSpend(
                    "acme", "line", List.of(), 1L, 2L, List.of(new PartitionOffset(3, 4L)));

    private final Serde<SpecificRecord> serde =
            StateSerde.of(List.of(LineItemSpend.class, CreativeEngagement.class));

    @Test
    void recordsOfEveryTypeComeBack() {
        assertThat(roundTrip(SPEND)).isEqualTo(SPEND);
        assertThat(roundTrip(ENGAGEMENT)).isEqualTo(ENGAGEMENT);
    }

    @Test
    void bytesBeginWithVersionAndType() {
        assertThat(serde.serializer().serialize("", ENGAGEMENT)).startsWith(1, 1);
    }

    @Test
    void otherVersionsTypesAndBytesAreRefused() {
        byte[] bytes = serde.serializer().serialize("", SPEND);
        byte[] otherVersion = bytes.clone();
        otherVersion[0] = 2;
        byte[] otherType = bytes.clone();
        otherType[1] = 2;

        assertThatThrownBy(() -> serde.deserializer().deserialize("", otherVersion))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> serde.deserializer().deserialize("", otherType))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> serde.deserializer().deserialize("", new byte[] {1, 0}))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> serde.serializer().serialize("", new PartitionOffset(1, 1L)))
                .isInstanceOf(SerializationException.class);
    }

    private SpecificRecord roundTrip(SpecificRecord value) {
        return serde.deserializer().deserialize("", serde.serializer().serialize("", value));
    }
}
