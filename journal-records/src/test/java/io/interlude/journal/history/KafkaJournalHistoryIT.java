package io.interlude.journal.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.history.HistoryQuery.OffsetRange;
import io.interlude.journal.history.WrittenJournal.Written;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ErasureRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reading the journal from a real broker, against the list of what was written.
class KafkaJournalHistoryIT {
    private static final int PARTITIONS = 3;
    private static final int FETCHES = 150;
    private static final OrgId ORG = new OrgId(WrittenJournal.ORG);

    @TempDir static Path folder;
    private static TestBroker broker;
    private static KafkaJournalHistory history;
    private static Instant start;
    private static List<Written> own;
    private static final Map<Written, CountingVerdict> VERDICTS = new HashMap<>();

    @BeforeAll
    static void write() throws Exception {
        start =
                InstantSource.system()
                        .instant()
                        .minus(Duration.ofHours(1))
                        .truncatedTo(ChronoUnit.MILLIS);
        broker = TestBroker.start(folder);
        List<String> topics = Topics.folded().stream().map(Topic::name).toList();
        broker.create(topics, PARTITIONS);
        KafkaClients clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
        history =
                new KafkaJournalHistory(
                        clients::readingConsumer,
                        clients.deserializer(),
                        clients.outlineDeserializer(),
                        _ -> Optional.of(FlowOutline.NONE),
                        PARTITIONS);
        WrittenJournal journal = new WrittenJournal(1, start, PARTITIONS, FETCHES);
        writePoison(clients, journal.records);
        own =
                journal.records.stream()
                        .filter(written -> written.event().get(4).equals(ORG.value()))
                        .toList();
        judge();
        try (Producer<String, SpecificRecord> producer = clients.transactionalProducer("test")) {
            producer.initTransactions();
            producer.beginTransaction();
            journal.records.forEach(written -> {
                var _ =
                        producer.send(
                                new ProducerRecord<>(
                                        written.topic().name(),
                                        written.partition(),
                                        written.at().toEpochMilli(),
                                        written.key(),
                                        written.event()));
            });
            producer.commitTransaction();
        }
        broker.awaitCommitted(topics, PARTITIONS);
    }

    /// What anybody with access to Kafka can leave in the journal: no value, no record, the
    /// beginning of one, and records of other topics. The tests hold as if it were not there.
    private static void writePoison(KafkaClients clients, List<Written> records) throws Exception {
        try (Serializer<SpecificRecord> serializer = clients.serializer();
                Producer<byte[], byte[]> producer =
                        new KafkaProducer<>(
                                Map.of("bootstrap.servers", broker.bootstrapServers()),
                                new ByteArraySerializer(),
                                new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (Written written : records.subList(0, 100)) {
                String topic = written.topic().name();
                byte[] bytes = serializer.serialize(topic, written.event());
                byte[] foreign =
                        serializer.serialize(
                                Topics.ERASURES.name(),
                                new ErasureRecorded(WrittenJournal.ORG, "id", written.at(), "key"));
                for (byte[] value :
                        Arrays.asList(
                                null,
                                new byte[0],
                                new byte[] {1, 2, 3},
                                new byte[] {0, 127, 127, 127, 127, 1},
                                Arrays.copyOf(bytes, bytes.length / 2),
                                foreign)) {
                    for (byte[] key : Arrays.asList(null, key(written))) {
                        sent.add(
                                producer.send(
                                        new ProducerRecord<>(
                                                topic,
                                                written.partition(),
                                                start.toEpochMilli(),
                                                key,
                                                value)));
                    }
                }
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        }
    }

    private static byte @Nullable [] key(Written written) {
        String key = written.key();
        return key == null ? null : key.getBytes(UTF_8);
    }

    private static void judge() {
        Map<String, FetchLife> fetchToLife = new HashMap<>();
        for (Written written : own) {
            VERDICTS.put(
                    written,
                    fetchToLife
                            .computeIfAbsent(
                                    String.valueOf(written.key()),
                                    _ -> new FetchLife(_ -> Optional.of(FlowOutline.NONE)))
                            .judge(written.event())
                            .orElseThrow());
        }
        VERDICTS.replaceAll((written, verdict) ->
                fetchToLife
                        .getOrDefault(
                                String.valueOf(written.key()),
                                new FetchLife(_ -> Optional.of(FlowOutline.NONE)))
                        .afterAll(verdict, written.event(), Set.of()));
    }

    @AfterAll
    static void stop() {
        history.close();
        broker.close();
    }

    @Test
    void pagesGiveAllOfTheOrgOnceInOrderWithTheirVerdicts() {
        List<JudgedEvent> items = all(query(start, null, Set.of(), Set.of(), Set.of(), 90));

        assertThat(items)
                .extracting(item -> item.record().event())
                .isEqualTo(own.stream().map(Written::event).toList());
        assertThat(items)
                .extracting(JudgedEvent::verdict)
                .isEqualTo(own.stream().map(VERDICTS::get).toList())
                .contains(
                        CountingVerdict.REPEAT,
                        CountingVerdict.DUPLICATE,
                        CountingVerdict.TEST,
                        CountingVerdict.UNMATCHED)
                .contains(CountingVerdict.INVALID_TRAFFIC)
                .contains(CountingVerdict.NOT_A_GOAL, CountingVerdict.NO_CLICK);
    }

    @Test
    void aPageInTheMiddleKnowsWhatCameBefore() {
        Instant from = start.plusMillis(200);
        Instant to = start.plusMillis(400);
        Set<EventType> types = Set.of(EventType.click, EventType.conversion);

        List<JudgedEvent> items = all(query(from, to, types, Set.of(), Set.of(), 1_000));

        List<Written> expected =
                own.stream()
                        .filter(written ->
                                !written.at().isBefore(from) && written.at().isBefore(to))
                        .filter(written -> types.contains((EventType) written.event().get(1)))
                        .toList();
        assertThat(items)
                .extracting(JudgedEvent::verdict)
                .isEqualTo(expected.stream().map(VERDICTS::get).toList());
        assertThat(items)
                .extracting(item -> item.record().event())
                .isEqualTo(expected.stream().map(Written::event).toList());
        assertThat(items).isNotEmpty().allMatch(item -> item.fetched() != null);
    }

    @Test
    void pagesGiveTheSameNewestFirst() {
        HistoryQuery oldestFirst = query(start, null, Set.of(), Set.of(), Set.of(), 90);

        List<JudgedEvent> items = all(of(oldestFirst, HistoryFilter.ALL, true));

        assertThat(items).containsExactlyInAnyOrderElementsOf(all(oldestFirst));
        assertThat(items)
                .extracting(item -> item.record().journaledAt())
                .isSortedAccordingTo(Comparator.reverseOrder());
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int wanted = partition;
            for (Topic<?> topic : HistoryQuery.judgedTopics()) {
                assertThat(items)
                        .extracting(JudgedEvent::record)
                        .filteredOn(record -> record.place().topic().equals(topic.name()))
                        .filteredOn(record -> record.place().partition() == wanted)
                        .extracting(PlacedRecord::offset)
                        .isSortedAccordingTo(Comparator.reverseOrder());
            }
        }
    }

    @Test
    void findsEverythingOfOneSubscriber() {
        HistoryQuery every = query(start, null, Set.of(), Set.of(), Set.of(), 1_000);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            Subscriber reader = new Subscriber("reader-1-" + partition);
            List<JudgedEvent> expected =
                    all(every).stream()
                            .filter(item -> reader.value().equals(item.subscriber()))
                            .toList();

            List<JudgedEvent> items =
                    all(
                            of(
                                    query(start, null, Set.of(), Set.of(), Set.of(), 3),
                                    HistoryFilter.of(new HistoryFilter.Owner(reader, partition)),
                                    false));

            assertThat(expected)
                    .extracting(item -> item.record().event().getEventType())
                    .contains(EventType.fetch, EventType.click);
            assertThat(items).isEqualTo(expected);
        }
    }

    @Test
    void keepsWhatTheFilterAsksForInEitherOrder() {
        HistoryQuery every = query(start, null, Set.of(), Set.of(), Set.of(), 1_000);
        HistoryFilter repeats =
                new HistoryFilter(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of(CountingVerdict.REPEAT),
                        null);
        List<JudgedEvent> expected =
                all(every).stream()
                        .filter(item -> item.verdict() == CountingVerdict.REPEAT)
                        .toList();

        List<JudgedEvent> items =
                all(of(query(start, null, Set.of(), Set.of(), Set.of(), 2), repeats, true));

        assertThat(expected).isNotEmpty();
        assertThat(items).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static HistoryQuery of(HistoryQuery query, HistoryFilter filter, boolean newestFirst) {
        return new HistoryQuery(
                query.orgId(),
                query.from(),
                query.to(),
                query.eventTypes(),
                query.fetchIds(),
                filter,
                newestFirst,
                query.limit(),
                null,
                query.withVerdicts(),
                query.placeToRange());
    }

    @Test
    void stretchesGiveTheirRecordsAloneInEitherOrder() {
        // given
        List<JudgedEvent> every = all(query(start, null, Set.of(), Set.of(), Set.of(), 1_000));
        TopicPartition place = new TopicPartition(Topics.FETCHES.name(), 1);
        List<JudgedEvent> inPlace =
                every.stream().filter(item -> item.record().place().equals(place)).toList();
        List<JudgedEvent> expected = inPlace.subList(3, inPlace.size() - 3);
        HistoryQuery query =
                query(start.plusSeconds(3_600), null, Set.of(), Set.of(), Set.of(), 7)
                        .within(
                                Map.of(
                                        place,
                                        new OffsetRange(
                                                expected.getFirst().record().offset(),
                                                expected.getLast().record().offset() + 1)));

        // then
        assertThat(expected).hasSizeGreaterThan(14);
        assertThat(all(query)).isEqualTo(expected);
        assertThat(all(of(query, HistoryFilter.ALL, true)))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void keepsOneLineItemsEvents() {
        Set<String> fetches = new HashSet<>();
        own.stream()
                .filter(written ->
                        written.event() instanceof AdFetched fetched
                                && fetched.getLineItemId().equals("line-1"))
                .forEach(written -> fetches.add(String.valueOf(written.key())));

        List<JudgedEvent> items = all(query(start, null, Set.of(), Set.of(), Set.of("line-1"), 50));

        assertThat(items)
                .extracting(item -> item.record().event())
                .isEqualTo(
                        own.stream()
                                .filter(written -> fetches.contains(String.valueOf(written.key())))
                                .map(Written::event)
                                .toList());
    }

    @Test
    void tellsAFetchsWholeLife() {
        for (FetchId fetchId : fetchIds().limit(4).toList()) {
            List<Written> expected =
                    own.stream()
                            .filter(written -> fetchId.toString().equals(written.key()))
                            .toList();

            FetchStory story = history.story(ORG, fetchId).join();

            assertThat(story.complete()).isTrue();
            assertThat(story.events())
                    .extracting(item -> item.record().event())
                    .isEqualTo(expected.stream().map(Written::event).toList());
            assertThat(story.events())
                    .extracting(JudgedEvent::verdict)
                    .isEqualTo(expected.stream().map(VERDICTS::get).toList());
            assertThat(all(query(start, null, Set.of(), Set.of(fetchId), Set.of(), 5)))
                    .isEqualTo(story.events());
        }
    }

    @Test
    void aFetchThatIsNotThereHasNoLife() {
        FetchId known = fetchIds().findFirst().orElseThrow();
        FetchId other =
                new FetchId(
                        new UUID(
                                known.uuid().getMostSignificantBits(),
                                known.uuid().getLeastSignificantBits() ^ 0x7000));

        assertThat(history.story(ORG, other).join().events()).isEmpty();
    }

    @Test
    void refusesACursorOfAnotherQuery() {
        HistoryQuery query = query(start, null, Set.of(), Set.of(), Set.of(), 1);

        assertThatThrownBy(() -> history.page(query.after(new JournalCursor(List.of(1L)))).join())
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
    }

    private static Stream<FetchId> fetchIds() {
        return own.stream()
                .filter(written -> written.event() instanceof AdFetched)
                .map(written -> FetchId.parse(String.valueOf(written.key())).orElseThrow());
    }

    private static HistoryQuery query(
            Instant from,
            @Nullable Instant to,
            Set<EventType> types,
            Set<FetchId> fetchIds,
            Set<String> lineItemIds,
            int limit) {
        return new HistoryQuery(
                ORG,
                from,
                to,
                types,
                fetchIds,
                HistoryFilter.ofLineItems(lineItemIds),
                false,
                limit,
                null,
                false,
                null);
    }

    private static List<JudgedEvent> all(HistoryQuery query) {
        List<JudgedEvent> items = new ArrayList<>();
        HistoryPage page = history.page(query).join();
        items.addAll(page.items());
        for (JournalCursor next = page.next(); next != null; next = page.next()) {
            assertThat(page.items()).hasSizeLessThanOrEqualTo(query.limit());
            page = history.page(query.after(next)).join();
            items.addAll(page.items());
        }
        return items;
    }
}
