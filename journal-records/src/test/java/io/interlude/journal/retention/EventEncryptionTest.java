package io.interlude.journal.retention;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.retention.EpochKeys;
import io.interlude.domain.retention.RetentionDays;
import io.interlude.journal.decision.DecisionCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EncryptedEvent;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.KeyedRequest;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RejectionStage;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.StateRead;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.serde.AvroDeserializer;
import io.interlude.schema.serde.AvroSerdeConfig;
import io.interlude.schema.serde.AvroSerializer;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topics;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every type of event, with words in it that are nobody else's to know.
class EventEncryptionTest {
    static {
        TrustedClasses.install();
    }

    private static final String CANARY = "canary-7f3a";
    private static final OrgId ORG = new OrgId("keeping");
    private static final Instant AT = Instant.parse("2026-03-10T12:00:00Z");
    private static final int TODAY = RetentionDays.epoch(AT);

    private final InProcessSchemaRegistryClient registry =
            new InProcessSchemaRegistryClient(SchemaRegistry.load(new InMemorySchemaJournal()));
    private final Serializer<SpecificRecord> plain =
            new AvroSerializer<>(registry, AvroSerdeConfig.specific());
    private final Deserializer<SpecificRecord> reader =
            new AvroDeserializer<>(registry, AvroSerdeConfig.specific());

    private @Nullable EpochKeys keys = new EpochKeys(TODAY - 5, new byte[EpochKeys.SECRET_BYTES]);
    private boolean has = true;
    private int firstKept;
    private Set<String> reported = Set.of();
    private final EventEncryption encryption =
            new EventEncryption(
                    new RetentionKeys() {
                        @Override
                        public boolean has(OrgId orgId) {
                            return has && orgId.equals(ORG);
                        }

                        @Override
                        public Optional<EpochKeys> of(OrgId orgId) {
                            return has(orgId) ? Optional.ofNullable(keys) : Optional.empty();
                        }
                    },
                    new KeptEvents() {
                        @Override
                        public int firstKept(OrgId orgId) {
                            return firstKept;
                        }

                        @Override
                        public Set<String> reportedAttributes(OrgId orgId) {
                            return reported;
                        }
                    },
                    new SecureRandom());

    private static <V extends JournalEvent> V event(V event, EventType type) {
        event.setEventId(new UUID(1, 1).toString());
        event.setEventType(type);
        event.setOccurredAt(AT);
        event.setReceivedAt(AT);
        event.setOrgId(ORG.value());
        event.setTest(false);
        event.setSource(EventSource.api);
        return event;
    }

    private static AdFetched fetched() {
        AdFetched fetched = event(new AdFetched(), EventType.fetch);
        fetched.setFetchId("native-1");
        fetched.setAdUnitId("unit");
        fetched.setAdUnitCode("unit");
        fetched.setFormat(RenderFormat.native$);
        fetched.setContextHash(CANARY);
        fetched.setContextBytes(99);
        fetched.setAttributesJson("{\"topic\":\"" + CANARY + "\"}");
        fetched.setCandidates(
                List.of(
                        verdict("line-1", "served", 0.75),
                        verdict("line-2", "outranked", 0.123456789)));
        fetched.setCampaignId("campaign");
        fetched.setLineItemId("line-1");
        fetched.setCreativeId("card");
        fetched.setCreativeVersion(1);
        fetched.setPriceModel(PriceModel.cpm);
        fetched.setPriceMicros(2_000_000);
        fetched.setCurrency("USD");
        fetched.setTimeZone("UTC");
        fetched.setBillOn(BillOn.fetch);
        fetched.setFrequencyScopes(List.of());
        fetched.setConversionGoals(List.of());
        fetched.setState(
                StateRead.newBuilder()
                        .setFrequency(FrequencyReading.not_read)
                        .setCandidateCount(2)
                        .setSensitiveCategory(CANARY)
                        .setHeldOut(List.of("line-3"))
                        .build());
        fetched.setKeyedRequest(new KeyedRequest("key", "body", CANARY));
        return fetched;
    }

    private static CandidateVerdict verdict(String lineItem, String rule, double relevance) {
        return CandidateVerdict.newBuilder()
                .setLineItemId(lineItem)
                .setRule(rule)
                .setRelevance(relevance)
                .build();
    }

    static Stream<SpecificRecord> events() {
        ClickRecorded click = event(new ClickRecorded(), EventType.click);
        click.setEventDataJson(CANARY);
        ConversionRecorded conversion = event(new ConversionRecorded(), EventType.conversion);
        conversion.setEventDataJson(CANARY);
        conversion.setValueMicros(5L);
        CustomEventRecorded custom = event(new CustomEventRecorded(), EventType.custom);
        custom.setEventName("tap");
        custom.setEventDataJson(CANARY);
        DeliveryRecorded delivery = event(new DeliveryRecorded(), EventType.read);
        delivery.setEventDataJson(CANARY);
        EventRejected rejected = event(new EventRejected(), EventType.click);
        rejected.setReason("unknown_fetch");
        rejected.setDescription("There is none.");
        rejected.setStage(RejectionStage.ingress);
        rejected.setBodyJson(CANARY);
        return Stream.of(fetched(), click, conversion, custom, delivery, rejected);
    }

    private static String topic(SpecificRecord event) {
        return Topics.all().stream()
                .filter(topic -> topic.valueType() == event.getClass())
                .findFirst()
                .orElseThrow()
                .name();
    }

    private byte[] written(SpecificRecord event) {
        return encryption.writing(plain).serialize(topic(event), event);
    }

    private SpecificRecord read(SpecificRecord event, byte[] bytes) {
        return encryption.reading(reader).deserialize(topic(event), bytes);
    }

    @Test
    void attributesThatReportsAreByStayInTheOutline() {
        reported = Set.of("country", "absent");
        AdFetched fetched = fetched();
        fetched.setAttributesJson("{\"topic\":\"" + CANARY + "\",\"country\":[\"NO\",1.50]}");

        byte[] bytes = written(fetched);
        keys = null;

        AdFetched outline = (AdFetched) read(fetched, bytes);
        assertThat(outline.getAttributesJson()).isEqualTo("{\"country\":[\"NO\",1.50]}");
        fetched.setAttributesJson("no JSON");
        assertThat(((AdFetched) read(fetched, written(fetched))).getAttributesJson())
                .isEqualTo("{}");
    }

    @ParameterizedTest
    @MethodSource("events")
    void areAsTheyWereForAnOrgWithoutKeys(SpecificRecord event) {
        has = false;

        byte[] bytes = written(event);

        assertThat(bytes).isEqualTo(plain.serialize(topic(event), event));
        assertThat(read(event, bytes)).isEqualTo(event);
    }

    @ParameterizedTest
    @MethodSource("events")
    void areReadAsTheyWereWhileTheyAreKept(SpecificRecord event) {
        byte[] bytes = written(event);

        assertThat(new String(bytes, ISO_8859_1)).doesNotContain(CANARY);
        assertThat(read(event, bytes)).isEqualTo(event);
        assertThat(EventOutline.is(read(event, bytes))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("events")
    void areOutlinesOnceTheirKeyIsGone(SpecificRecord event) {
        byte[] bytes = written(event);
        keys = requireKeys().from(TODAY + 1);

        SpecificRecord read = read(event, bytes);

        assertThat(EventOutline.is(read)).isTrue();
        assertThat(read.toString()).doesNotContain(CANARY);
        for (int field = 0; field < 11; field++) {
            assertThat(read.get(field)).isEqualTo(event.get(field));
        }
    }

    @ParameterizedTest
    @MethodSource("events")
    void areOutlinesOnceTheSettingsSaySoThoughTheKeyIsThere(SpecificRecord event) {
        byte[] bytes = written(event);
        firstKept = TODAY;
        assertThat(read(event, bytes)).isEqualTo(event);

        firstKept = TODAY + 1;

        assertThat(EventOutline.is(read(event, bytes))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("events")
    void fromBeforeTheKeysAreOutlinesTooWhenTheyAreOld(SpecificRecord event) {
        byte[] bytes = plain.serialize(topic(event), event);
        firstKept = TODAY + 1;

        SpecificRecord read = read(event, bytes);

        assertThat(EventOutline.is(read)).isTrue();
        assertThat(read.toString()).doesNotContain(CANARY);
    }

    @ParameterizedTest
    @MethodSource("events")
    void areNotWrittenWholeWhileTheKeysAreNotKnown(SpecificRecord event) {
        keys = null;

        byte[] bytes = written(event);

        assertThat(new String(bytes, ISO_8859_1)).doesNotContain(CANARY);
        assertThat(EventOutline.is(read(event, bytes))).isTrue();
    }

    @Test
    void outlinesKeepWhatIsCountedAndNoDecision() {
        byte[] bytes = written(fetched());
        keys = requireKeys().from(TODAY + 1);

        AdFetched read = (AdFetched) read(fetched(), bytes);

        assertThat(read.getCandidates())
                .extracting(CandidateVerdict::getRule, CandidateVerdict::getRelevance)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("served", 0.75),
                        org.assertj.core.groups.Tuple.tuple("outranked", null));
        assertThat(read.getState().getHeldOut()).containsExactly("line-3");
        assertThat(read.getState().getCandidateCount()).isEqualTo(2);
        assertThat(read.getPriceMicros()).isEqualTo(2_000_000);
        assertThat(read.getContextBytes()).isZero();
        assertThat(DecisionCodec.read(read)).isEmpty();
    }

    @Test
    void anotherEventsBytesAreNoEvent() {
        AdFetched event = fetched();
        AdFetched other = fetched();
        other.setEventId(new UUID(9, 9).toString());
        AdFetched forged = (AdFetched) reader.deserialize(topic(event), written(event));
        EncryptedEvent foreign =
                ((AdFetched) reader.deserialize(topic(other), written(other))).getEncrypted();
        forged.setEncrypted(foreign);

        SpecificRecord read = read(event, plain.serialize(topic(event), forged));

        assertThat(EventOutline.is(read)).isTrue();
    }

    @Test
    void aClockThatIsBehindUsesTheFirstKeyThatIsLeft() {
        keys = requireKeys().from(TODAY + 3);

        byte[] bytes = written(fetched());

        assertThat(read(fetched(), bytes)).isEqualTo(fetched());
    }

    @Test
    void whatTellsNothingBesidesStaysAsItIs() {
        FeedbackRecorded feedback = event(new FeedbackRecorded(), EventType.feedback);
        feedback.setFetchId("native-1");
        feedback.setKind(FeedbackKind.hide);

        assertThat(written(feedback)).isEqualTo(plain.serialize(topic(feedback), feedback));
    }

    private EpochKeys requireKeys() {
        EpochKeys known = keys;
        if (known == null) {
            throw new IllegalStateException("no keys");
        }
        return known;
    }
}
