package io.interlude.schema.serde;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;
import io.interlude.schema.SubscriberFrequency;
import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.schema.SchemaText;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AvroSerdeTest {
    private static final String TOPIC = Topics.DELIVERIES.name();

    private final SchemaRegistry registry = SchemaRegistry.load(new InMemorySchemaJournal());
    private final InProcessSchemaRegistryClient client =
            new InProcessSchemaRegistryClient(registry);

    static Stream<Class<? extends SpecificRecord>> recordTypes() {
        return Stream.concat(
                Topics.all().stream().map(Topic::valueType),
                Stream.of(FetchState.class, SubscriberFrequency.class));
    }

    @ParameterizedTest
    @MethodSource("recordTypes")
    void readsEveryRecordTypeBack(Class<? extends SpecificRecord> type) {
        try (AvroSerde<? extends SpecificRecord> serde = AvroSerde.of(client, type)) {
            LongStream.range(0, 50).forEach(seed -> assertRoundTrip(serde, type, seed));
        }
    }

    private static <V extends SpecificRecord> void assertRoundTrip(
            AvroSerde<V> serde, Class<? extends SpecificRecord> type, long seed) {
        // given
        Schema schema = SpecificData.get().getSchema(type);
        @SuppressWarnings("unchecked")
        V record = (V) RandomRecords.specific(seed).record(schema);

        // when
        byte[] bytes = serde.serializer().serialize("t", record);
        V read = serde.deserializer().deserialize("t", bytes);

        // then
        assertThat(read).as("seed %d", seed).isEqualTo(record).hasSameClassAs(record);
    }

    @ParameterizedTest
    @ValueSource(classes = {AdFetched.class, AdNotFilled.class, DeliveryRecorded.class})
    void leavesOutFieldsAsIfNobodyHadWrittenThem(Class<? extends SpecificRecord> type) {
        AvroSerdeConfig whole = AvroSerdeConfig.specific();
        Schema schema = SpecificData.get().getSchema(type);
        try (AvroSerializer<SpecificRecord> serializer = new AvroSerializer<>(client, whole);
                AvroDeserializer<SpecificRecord> deserializer =
                        new AvroDeserializer<>(
                                client, whole.leavingOut(Set.of("candidates", "contextHash")))) {
            for (long seed = 0; seed < 50; seed++) {
                // given
                SpecificRecord record =
                        (SpecificRecord) RandomRecords.specific(seed).record(schema);

                // when
                SpecificRecord read =
                        deserializer.deserialize("t", serializer.serialize("t", record));

                // then
                for (String name : List.of("candidates", "contextHash")) {
                    Schema.Field field = schema.getField(name);
                    if (field != null) {
                        record.put(field.pos(), SpecificData.get().getDefaultValue(field));
                    }
                }
                assertThat(read).as("seed %d", seed).isEqualTo(record).hasSameClassAs(record);
            }
        }
    }

    @Test
    void writesConfluentsWireFormatByteForByte() {
        // given
        registry.register("other", SchemaText.of("\"string\""));
        DeliveryRecorded delivery = aDelivery();

        // when
        byte[] bytes = serde().serializer().serialize(TOPIC, delivery);

        // then
        List<String> expected =
                List.of(
                        "00", // magic byte
                        "00000002", // schema id
                        "04" + "6531", // eventId
                        "06", // eventType
                        "f0a3c4b4f865", // occurredAt
                        "f4a3c4b4f865", // receivedAt
                        "02" + "6f", // orgId
                        "00", // applicationId: null
                        "02" + "10" + "6e61746976652d31", // fetchId
                        "00", // subscriber: null
                        "01", // test
                        "04", // source
                        "00", // keyId: null
                        "00", // eventDataJson: null
                        "00"); // encrypted: null
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(String.join("", expected));
    }

    @Nested
    class Generic {
        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5})
        void readsGenericRecordsBack(long seed) {
            // given
            Schema schema = AdFetched.getClassSchema();
            Map<String, Object> configs = Map.of(AvroSerdeConfig.CLIENT, client);
            try (AvroSerde<IndexedRecord> generic = new AvroSerde<>()) {
                generic.configure(configs, false);
                IndexedRecord record = RandomRecords.generic(seed).record(schema);

                // when
                byte[] bytes = generic.serializer().serialize("ads.fetches", record);
                IndexedRecord read = generic.deserializer().deserialize("ads.fetches", bytes);

                // then
                assertThat(read).isInstanceOf(GenericRecord.class);
                assertThat(read).hasToString(record.toString());
                try (AvroSerde<AdFetched> specific = AvroSerde.of(client, AdFetched.class)) {
                    AdFetched same = specific.deserializer().deserialize("ads.fetches", bytes);
                    assertThat(specific.serializer().serialize("ads.fetches", same))
                            .isEqualTo(bytes);
                }
            }
        }
    }

    @Nested
    class Settings {
        @Test
        void registersTheSchemaOfTheFileWithoutJavasProperties() {
            // when
            serde().serializer().serialize(TOPIC, aDelivery());

            // then
            assertThat(registry.versions("ads.deliveries-value", false)).hasSize(1);
            assertThat(registry.text(1).json())
                    .doesNotContain("avro.java.string")
                    .contains("\"name\":\"eventId\",\"type\":\"string\"");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "io.confluent.kafka.serializers.subject.RecordNameStrategy",
                    "RecordNameStrategy",
                    "RECORD_NAME"
                })
        void namesSubjectsByTheStrategy(String strategy) {
            // given
            Map<String, Object> configs = configs();
            configs.put(AvroSerdeConfig.VALUE_SUBJECT_NAME_STRATEGY, strategy);

            // when
            serialize(configs);

            // then
            assertThat(registry.versions("io.interlude.schema.DeliveryRecorded", false)).hasSize(1);
        }

        @Test
        void refusesAnUnregisteredSchemaWhenItMayNotRegister() {
            // given
            Map<String, Object> configs = configs();
            configs.put(AvroSerdeConfig.AUTO_REGISTER, "false");

            // then
            assertFault(SchemaFault.UNKNOWN_SCHEMA, () -> serialize(configs));
            client.register(TOPIC + "-value", DeliveryRecorded.getClassSchema());
            assertThat(serialize(configs)).startsWith(0, 0, 0, 0, 1);
        }

        @Test
        void writesTheNewestVersionIfItHasTheSameFields() {
            // given
            Map<String, Object> configs = configs();
            configs.put(AvroSerdeConfig.USE_LATEST_VERSION, true);
            client.register(TOPIC + "-value", DeliveryRecorded.getClassSchema());
            String documented = registry.text(1).json().replace("Id of this event", "Its id");
            registry.register(TOPIC + "-value", SchemaText.of(documented));

            // then
            assertThat(serialize(configs)).startsWith(0, 0, 0, 0, 2);
        }

        @Test
        void refusesANewestVersionWithOtherFields() {
            // given
            Map<String, Object> configs = configs();
            configs.put(AvroSerdeConfig.USE_LATEST_VERSION, true);
            registry.register(
                    TOPIC + "-value",
                    SchemaText.of("{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}"));

            // then
            assertFault(SchemaFault.SCHEMA_REFUSED, () -> serialize(configs));
        }

        private Map<String, Object> configs() {
            return new HashMap<>(Map.of(AvroSerdeConfig.CLIENT, client));
        }

        private byte[] serialize(Map<String, Object> configs) {
            try (AvroSerializer<DeliveryRecorded> serializer = new AvroSerializer<>()) {
                serializer.configure(configs, false);
                return requireNonNull(serializer.serialize(TOPIC, aDelivery()));
            }
        }
    }

    @Nested
    class Faults {
        @ParameterizedTest
        @ValueSource(strings = {"", "00", "00000001", "0100000001", "7b7d"})
        void refusesBytesWithoutTheMagicByteAndAnId(String hex) {
            assertFault(SchemaFault.MALFORMED_RECORD, () -> read(HexFormat.of().parseHex(hex)));
        }

        @Test
        void refusesAnIdThatTheRegistryDoesNotKnow() {
            assertFault(SchemaFault.UNKNOWN_SCHEMA, () -> read(new byte[] {0, 0, 0, 0, 9, 1}));
        }

        @Test
        void refusesARecordOfAnotherKindThatHasTheFieldsOfThisOne() {
            // given: each field of a delivery is one of a fetch
            Schema fetch = AdFetched.getClassSchema();
            AdFetched fetched = (AdFetched) RandomRecords.specific(1).record(fetch);
            try (AvroSerde<AdFetched> serde = AvroSerde.of(client, AdFetched.class)) {
                byte[] bytes = serde.serializer().serialize("ads.fetches", fetched);

                // then
                assertFault(SchemaFault.SCHEMA_REFUSED, () -> read(bytes));
            }
        }

        @Test
        void refusesARecordCutAnywhere() {
            // given
            byte[] bytes = serde().serializer().serialize(TOPIC, aDelivery());

            // then
            IntStream.range(5, bytes.length)
                    .mapToObj(length -> Arrays.copyOf(bytes, length))
                    .forEach(cut -> assertFault(SchemaFault.MALFORMED_RECORD, () -> read(cut)));
        }

        @Test
        void refusesARecordWithBytesLeftOver() {
            // given
            byte[] bytes = serde().serializer().serialize(TOPIC, aDelivery());

            // then
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            assertFault(SchemaFault.MALFORMED_RECORD, () -> read(longer));
        }

        @Test
        void refusesALengthThatNoRecordHas() {
            // given
            serde().serializer().serialize(TOPIC, aDelivery());

            // then: a string of 2^31 - 1 bytes, one of 2^30, and one of a negative length
            assertFault(
                    SchemaFault.MALFORMED_RECORD,
                    () -> read(HexFormat.of().parseHex("00000000018080808008")));
            assertFault(
                    SchemaFault.MALFORMED_RECORD,
                    () -> read(HexFormat.of().parseHex("0000000001feffffff0f")));
            assertFault(
                    SchemaFault.MALFORMED_RECORD,
                    () -> read(HexFormat.of().parseHex("000000000103")));
        }

        @Test
        void goesOnAfterARecordThatDoesNotFitItsSchema() {
            // given
            AvroSerde<DeliveryRecorded> serde = serde();
            DeliveryRecorded broken = new DeliveryRecorded();
            broken.setEventId("e1");

            // then
            assertFault(
                    SchemaFault.MALFORMED_RECORD,
                    () -> serde.serializer().serialize(TOPIC, broken));
            byte[] bytes = serde.serializer().serialize(TOPIC, aDelivery());
            assertThat(serde.deserializer().deserialize(TOPIC, bytes)).isEqualTo(aDelivery());
        }

        private void read(byte[] bytes) {
            serde().deserializer().deserialize(TOPIC, bytes);
        }
    }

    @Test
    void passesTombstonesThrough() {
        assertThat(serde().serializer().serialize(TOPIC, null)).isNull();
        assertThat(serde().deserializer().deserialize(TOPIC, null)).isNull();
    }

    @Test
    void servesManyThreadsAtOnce() throws Exception {
        // given
        AvroSerde<DeliveryRecorded> serde = serde();
        Schema schema = DeliveryRecorded.getClassSchema();
        List<DeliveryRecorded> records =
                LongStream.range(0, 2000)
                        .mapToObj(seed ->
                                (DeliveryRecorded) RandomRecords.specific(seed).record(schema))
                        .toList();

        // when
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<DeliveryRecorded>> read =
                    records.stream()
                            .map(record -> threads.submit(() -> roundTrip(serde, record)))
                            .toList();

            // then
            for (int i = 0; i < records.size(); i++) {
                assertThat(read.get(i).get(60, TimeUnit.SECONDS)).isEqualTo(records.get(i));
            }
        }
        assertThat(registry.highestId()).isEqualTo(1);
    }

    private static DeliveryRecorded roundTrip(
            AvroSerde<DeliveryRecorded> serde, DeliveryRecorded record) {
        byte[] bytes = serde.serializer().serialize(TOPIC, record);
        return serde.deserializer().deserialize(TOPIC, bytes);
    }

    private AvroSerde<DeliveryRecorded> serde() {
        return AvroSerde.of(client, DeliveryRecorded.class);
    }

    private static void assertFault(SchemaFault fault, Runnable call) {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(call::run)
                .satisfies(failed -> assertThat(failed.fault()).isEqualTo(fault));
    }

    private static DeliveryRecorded aDelivery() {
        return DeliveryRecorded.newBuilder()
                .setEventId("e1")
                .setEventType(EventType.send)
                .setOccurredAt(Instant.ofEpochMilli(1_751_328_000_248L))
                .setReceivedAt(Instant.ofEpochMilli(1_751_328_000_250L))
                .setOrgId("o")
                .setFetchId("native-1")
                .setTest(true)
                .setSource(EventSource.api)
                .build();
    }
}
