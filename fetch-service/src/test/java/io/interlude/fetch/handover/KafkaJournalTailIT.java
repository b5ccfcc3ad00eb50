package io.interlude.fetch.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.fetch.handover.JournalTail.End;
import io.interlude.fetch.overlay.SubscriberKey;
import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.kafka.TestKafka;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyScope;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The end of the journal, on a real KAFKA.broker().
class KafkaJournalTailIT {
    private static final int PARTITIONS = 2;
    private static final OrgId ORG = new OrgId("acme");
    private static final Instant SERVED_AT = Instant.parse("2026-06-10T12:00:00Z");

    @RegisterExtension
    static final TestKafka KAFKA = new TestKafka().with(PARTITIONS, List.of(Topics.FETCHES));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);
    private final InstantSource clock = () -> InstantSource.system().instant().plus(later.get());

    private KafkaJournal journal() {
        KafkaJournal journal =
                new KafkaJournal(
                        KAFKA.clients().journalProducer(),
                        KAFKA.clients().serializer(),
                        PARTITIONS,
                        InstantSource.system(),
                        meters);
        KAFKA.opened(journal);
        KAFKA.clients().prepare(Topics.FETCHES);
        journal.warmUp(List.of(Topics.FETCHES));
        return journal;
    }

    /// As the aggregator commits.
    private static void commit(String applicationId, long offset) {
        Map<String, Object> settings =
                Map.of(
                        "bootstrap.servers",
                        KAFKA.broker().bootstrapServers(),
                        "group.id",
                        applicationId);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.commitSync(
                    Map.of(
                            new TopicPartition(Topics.FETCHES.name(), 0),
                            new OffsetAndMetadata(offset)));
        }
    }

    private KafkaJournalTail tail(String applicationId) {
        KafkaJournalTail tail =
                new KafkaJournalTail(
                        KAFKA.clients()::tailConsumer,
                        new AdminJournalEnds(KAFKA.clients().admin(), applicationId),
                        KAFKA.clients().deserializer(),
                        clock,
                        meters);
        KAFKA.opened(tail);
        tail.start();
        return tail;
    }

    private static SubscriberKey key(String subscriber) {
        return new SubscriberKey(ORG, new Subscriber(subscriber));
    }

    private static void append(KafkaJournal journal, int partition, String subscriber) {
        append(
                journal,
                partition,
                subscriber,
                new FrequencyScope(io.interlude.schema.CapScope.lineItem, "li", 3));
    }

    private static void append(
            KafkaJournal journal,
            int partition,
            @Nullable String subscriber,
            FrequencyScope advanced) {
        AdFetched fetched = new AdFetched();
        fetched.setEventId(UUID.randomUUID().toString());
        fetched.setEventType(EventType.fetch);
        fetched.setOccurredAt(SERVED_AT);
        fetched.setReceivedAt(SERVED_AT);
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of());
        fetched.setOrgId(ORG.value());
        fetched.setFetchId("native-" + fetched.getEventId());
        fetched.setSubscriber(subscriber);
        fetched.setSource(EventSource.fetch);
        fetched.setAdUnitId("u");
        fetched.setAdUnitCode("u");
        fetched.setFormat(RenderFormat.native$);
        fetched.setAttributesJson("{}");
        fetched.setCampaignId("c");
        fetched.setLineItemId("li");
        fetched.setCreativeId("cr");
        fetched.setPriceModel(PriceModel.cpm);
        fetched.setCurrency("USD");
        fetched.setTimeZone("UTC");
        fetched.setCandidates(List.of());
        fetched.setFrequencyScopes(List.of(advanced));
        String recordKey = subscriber == null ? fetched.getFetchId() : subscriber;
        journal.append(Topics.FETCHES, partition, recordKey, fetched)
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    private static List<TailFetch> join(CompletableFuture<End> end) {
        return end.orTimeout(60, TimeUnit.SECONDS).join().fetches();
    }

    private static boolean answers(KafkaJournalTail tail, int partition) {
        return tail.fetches(key("nobody"), partition).handle((_, error) -> error == null).join();
    }

    @Test
    void tellsWhatWasAcknowledgedBeforeItWasAsked() {
        // given
        KafkaJournal journal = journal();
        append(journal, 0, "applied");
        append(journal, 0, "open");
        append(journal, 1, "first");
        commit("group", 1);
        KafkaJournalTail tail = tail("group");
        assertThat(answers(tail, 0)).as("too early to tell").isFalse();
        later.set(AppliedFloors.OLDEST_ANSWER.plusSeconds(2));
        Eventually.holds("it answers", () -> answers(tail, 0) && answers(tail, 1));

        // when, then
        assertThat(join(tail.fetches(key("applied"), 0))).isEmpty();
        assertThat(join(tail.fetches(key("open"), 0)))
                .containsExactly(
                        new TailFetch(
                                1,
                                SERVED_AT,
                                List.of(new FrequencyAdvance(CapScope.LINE_ITEM, "li", 3))));
        assertThat(join(tail.fetches(key("first"), 1))).as("nothing is committed").hasSize(1);
        double before = records();
        for (int i = 0; i < 200; i++) {
            append(journal, i % 2, "s" + i);
            assertThat(join(tail.fetches(key("s" + i), i % 2))).as("s%d", i).hasSize(1);
        }
        assertThat(records() - before).as("each is read once").isEqualTo(200);
    }

    /// An instance that conversations come to from another one counts the ads that are not applied.
    @Test
    void tellsTheAdsOfAConversationWithAndWithoutASubscriber() {
        // given
        KafkaJournal journal = journal();
        FrequencyScope ofAnn = conversation("c1");
        FrequencyScope ofNobody = conversation("c2");
        append(journal, 1, "ann", ofAnn);
        append(journal, 1, null, ofNobody);
        append(journal, 1, null, ofNobody);
        KafkaJournalTail tail = tail("conversations");
        later.set(AppliedFloors.OLDEST_ANSWER.plusSeconds(2));
        Eventually.holds("it answers", () -> answers(tail, 1));

        // when, then
        assertThat(join(tail.fetches(key("ann"), 1)))
                .extracting(TailFetch::advances)
                .containsExactly(List.of(new FrequencyAdvance(CapScope.CONVERSATION, "c1", 2)));
        assertThat(join(tail.fetches(key("c2"), 1)))
                .extracting(TailFetch::advances)
                .containsExactly(
                        List.of(new FrequencyAdvance(CapScope.CONVERSATION, "c2", 2)),
                        List.of(new FrequencyAdvance(CapScope.CONVERSATION, "c2", 2)));
        assertThat(join(tail.fetches(key("c1"), 1))).isEmpty();
    }

    private static FrequencyScope conversation(String pseudonym) {
        return new FrequencyScope(io.interlude.schema.CapScope.conversation, pseudonym, 2);
    }

    private double records() {
        return meters.get("interlude.fetch.handover.records").counter().count();
    }
}
