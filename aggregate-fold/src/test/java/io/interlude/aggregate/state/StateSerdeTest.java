package io.interlude.aggregate.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.schema.CapScope;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EngagementEpoch;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyCounter;
import io.interlude.schema.Granularity;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.OutcomeCell;
import io.interlude.schema.PartitionOffset;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                    List.of(new EngagementEpoch(3L, 5L, 2L)),
                    List.of(new OutcomeCell(0L, 7, 5L, 2L, 2L, 1L)));
    private static final LineItemSpend SPEND =
            new LineItemSpend(
                    "acme",
                    "line",
                    List.of(),
                    1L,
                    2L,
                    List.of(new PartitionOffset(3, 4L)),
                    5L,
                    6L,
                    Instant.EPOCH,
                    7L);

    private final Serde<SpecificRecord> serde =
            StateSerde.of(List.of(LineItemSpend.class, CreativeEngagement.class));

    @Test
    void recordsOfEveryTypeComeBack() {
        assertThat(roundTrip(SPEND)).isEqualTo(SPEND);
        assertThat(roundTrip(ENGAGEMENT)).isEqualTo(ENGAGEMENT);
    }

    @Test
    void bytesBeginWithVersionAndType() {
        assertThat(serde.serializer().serialize("", ENGAGEMENT)).startsWith(StateSerde.VERSION, 1);
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
                                "acme", "line", "card", 5L, 2L, List.of(), -1L, -1L, List.of(),
                                List.of()));
    }

    @Test
    void spendOfBeforeClicksWereCountedIsRead() throws IOException {
        // given
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(5);
        bytes.write(0);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        encoder.writeString("acme");
        encoder.writeString("line");
        encoder.writeArrayStart();
        encoder.writeArrayEnd();
        encoder.writeLong(1);
        encoder.writeLong(2);
        encoder.writeArrayStart();
        encoder.writeArrayEnd();
        encoder.flush();

        // when
        SpecificRecord read = serde.deserializer().deserialize("", bytes.toByteArray());

        // then
        assertThat(read)
                .isEqualTo(
                        new LineItemSpend(
                                "acme", "line", List.of(), 1L, 2L, List.of(), 0L, 0L, null, 0L));
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8})
    void spendOfBeforeImpressionsWereCountedIsRead(int version) throws IOException {
        // given
        byte[] bytes = written(8, LineItemSpend.class, SPEND);
        bytes[0] = (byte) version;

        // when
        SpecificRecord read = serde.deserializer().deserialize("", bytes);

        // then
        assertThat(read)
                .isEqualTo(LineItemSpend.newBuilder(SPEND).setLifetimeImpressions(0).build());
    }

    @Test
    void bytesOfALaterVersionAreRefused() {
        byte[] bytes = serde.serializer().serialize("", SPEND);
        bytes[0] = StateSerde.VERSION + 1;

        assertThatThrownBy(() -> serde.deserializer().deserialize("", bytes))
                .isInstanceOf(StreamsException.class);
    }

    @Test
    void bytesOfNoVersionReadAsNone() {
        byte[] otherType = serde.serializer().serialize("", SPEND);
        otherType[1] = 2;

        assertThat(serde.deserializer().deserialize("", otherType)).isNull();
        assertThat(serde.deserializer().deserialize("", new byte[] {2, 0})).isNull();
        assertThat(serde.deserializer().deserialize("", new byte[0])).isNull();
        assertThat(serde.deserializer().deserialize("", "poison".getBytes(UTF_8))).isNull();
        assertThat(serde.deserializer().deserialize("", new byte[] {5, -1, 0})).isNull();
    }

    @Test
    void recordsThatDoNotFitTheTopicsAreRefused() {
        LineItemSpend large =
                LineItemSpend.newBuilder(SPEND).setOrgId("o".repeat(1_000_000)).build();

        assertThatThrownBy(() -> serde.serializer().serialize("", large))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> serde.serializer().serialize("", new PartitionOffset(1, 1L)))
                .isInstanceOf(SerializationException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, invalidClicks",
        "2, 2, correction",
        "3, 3, timeZone",
        "4, 4, spendOverflows",
        "6, 6, wouldServe",
        "6, 6/first, noFillsBy"
    })
    void bytesOfAnEarlierVersionAreReadWithItsSchema(int version, String folder, String newer)
            throws IOException {
        // given
        Serde<RollupCell> cells = StateSerde.of(List.of(RollupCell.class));
        RollupCell cell = new RollupCell();
        cell.setOrgId("acme");
        cell.setGranularity(Granularity.day);
        cell.setStartsAt(Instant.EPOCH);
        cell.setApplicationId("app");
        cell.setAdUnitCode("unit");
        cell.setCampaignId("campaign");
        cell.setLineItemId("line");
        cell.setCreativeId("card");
        cell.setFormat(RenderFormat.flow);
        cell.setCurrency("USD");
        cell.setEngagements(7);
        cell.setTimeZone("UTC");
        cell.setConversionGoal("");
        cell.setConversionName("");
        cell.setEventName("");

        // when
        RollupCell read = cells.deserializer().deserialize("", bytes(cell, version, folder, newer));

        // then
        assertThat(read).isEqualTo(cell);
        assertThat(cells.serializer().serialize("", read)).startsWith(StateSerde.VERSION, 0);
    }

    @Test
    void countersOfBeforeConversationsAreReadAsTheyWere() throws IOException {
        // given
        SubscriberFrequency frequency =
                new SubscriberFrequency(
                        7L,
                        List.of(
                                new FrequencyCounter(
                                        CapScope.creative, "card", 2L, List.of(Instant.EPOCH))),
                        List.of());
        byte[] bytes = written(5, SubscriberFrequency.class, frequency);

        // when
        Serde<SubscriberFrequency> frequencies = StateSerde.of(List.of(SubscriberFrequency.class));

        // then
        assertThat(frequencies.deserializer().deserialize("", bytes)).isEqualTo(frequency);
    }

    @Test
    void parkedEventsOfBeforeTheyCouldExpireAreReadAsTheyWere() throws IOException {
        ClickRecorded click = new ClickRecorded();
        click.setEventId("click");
        click.setEventType(EventType.click);
        click.setOccurredAt(Instant.EPOCH);
        click.setReceivedAt(Instant.EPOCH);
        click.setOrgId("acme");
        click.setSource(EventSource.api);
        click.setEventDataJson("{}");

        byte[] bytes = written(7, ClickRecorded.class, click);

        Serde<ClickRecorded> clicks = StateSerde.of(List.of(ClickRecorded.class));
        assertThat(clicks.deserializer().deserialize("", bytes)).isEqualTo(click);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                ClickRecorded.class,
                ConversionRecorded.class,
                CustomEventRecorded.class,
                DeliveryRecorded.class
            })
    void theSchemasOfVersion7LackNothingButTheNewField(Class<? extends SpecificRecord> type)
            throws IOException {
        Schema present = SpecificData.getForClass(type).getSchema(type);
        List<String> names = present.getFields().stream().map(Schema.Field::name).toList();

        assertThat(schema("7/" + type.getSimpleName() + ".avsc").getFields())
                .extracting(Schema.Field::name)
                .containsExactlyElementsOf(names.subList(0, names.size() - 1));
        assertThat(names.getLast()).isEqualTo("encrypted");
    }

    /// As the last build of the version wrote it.
    private static <V extends SpecificRecord> byte[] written(int version, Class<V> type, V value)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(version);
        bytes.write(0);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        new SpecificDatumWriter<V>(
                        schema(version + "/" + type.getSimpleName() + ".avsc"),
                        SpecificData.getForClass(type))
                .write(value, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    private static Schema schema(String kept) throws IOException {
        try (InputStream file = StateSerde.class.getResourceAsStream(kept)) {
            return new Schema.Parser().parse(file);
        }
    }

    /// As the version wrote it, which did not have the newer field.
    private static byte[] bytes(RollupCell cell, int version, String folder, String newer)
            throws IOException {
        String kept = folder + "/RollupCell.avsc";
        try (InputStream file = StateSerde.class.getResourceAsStream(kept)) {
            Schema schema = new Schema.Parser().parse(file);
            assertThat(schema.getField(newer)).isNull();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write(version);
            bytes.write(0);
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
            new SpecificDatumWriter<RollupCell>(schema, SpecificData.getForClass(RollupCell.class))
                    .write(cell, encoder);
            encoder.flush();
            return bytes.toByteArray();
        }
    }

    private SpecificRecord roundTrip(SpecificRecord value) {
        return serde.deserializer().deserialize("", serde.serializer().serialize("", value));
    }
}
