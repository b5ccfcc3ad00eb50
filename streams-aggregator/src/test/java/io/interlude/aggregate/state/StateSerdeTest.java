package io.interlude.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.EngagementEpoch;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.PartitionOffset;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

class StateSerdeTest {
    private static final CreativeEngagement ENGAGEMENT =
            new CreativeEngagement(
                    "acme",
                    "line",
                    "card",
                    5L,
                    2L,
                    List.of(),
                    7L,
                    6L,
                    List.of(new EngagementEpoch(3L, 5L, 2L)));
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
        assertThat(serde.serializer().serialize("", ENGAGEMENT)).startsWith(2, 1);
    }

    @Test
    void bytesOfTheFirstVersionAreRead() throws IOException {
        // given
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(1);
        bytes.write(1);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        for (String text : List.of("acme", "line", "card")) {
            encoder.writeString(text);
        }
        encoder.writeLong(5);
        encoder.writeLong(2);
        encoder.writeArrayStart();
        encoder.writeArrayEnd();
        encoder.flush();

        // when
        SpecificRecord read = serde.deserializer().deserialize("", bytes.toByteArray());

        // then
        assertThat(read)
                .isEqualTo(
                        new CreativeEngagement(
                                "acme", "line", "card", 5L, 2L, List.of(), -1L, -1L, List.of()));
    }

    @Test
    void otherVersionsTypesAndBytesAreRefused() {
        byte[] bytes = serde.serializer().serialize("", SPEND);
        byte[] otherVersion = bytes.clone();
        otherVersion[0] = 3;
        byte[] otherType = bytes.clone();
        otherType[1] = 2;

        assertThatThrownBy(() -> serde.deserializer().deserialize("", otherVersion))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> serde.deserializer().deserialize("", otherType))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> serde.deserializer().deserialize("", new byte[] {2, 0}))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> serde.serializer().serialize("", new PartitionOffset(1, 1L)))
                .isInstanceOf(SerializationException.class);
    }

    private SpecificRecord roundTrip(SpecificRecord value) {
        return serde.deserializer().deserialize("", serde.serializer().serialize("", value));
    }
}
