package io.interlude.journal.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A page of small events of large fetches, each with events before it.
class LookedBackIT {
    private static final String ORG = "org-1";
    private static final int FETCHES = 2_000;
    private static final int EARLIER_EVENTS = 6;
    private static final String LARGE = "{\"tier\":\"" + "gold".repeat(500) + "\"}";

    @TempDir static Path folder;
    private static TestBroker broker;
    private static KafkaJournalHistory history;
    private static Instant start;
    private static int events;

    @BeforeAll
    static void write() throws Exception {
        start =
                InstantSource.system()
                        .instant()
                        .minus(Duration.ofHours(1))
                        .truncatedTo(ChronoUnit.MILLIS);
        broker = TestBroker.start(folder);
        List<String> topics = Topics.folded().stream().map(Topic::name).toList();
        broker.create(topics, 1);
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
                        1);
        try (Producer<String, SpecificRecord> producer = clients.transactionalProducer("test")) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int number = 0; number < FETCHES; number++) {
                write(producer, number);
            }
            producer.commitTransaction();
        }
        broker.awaitCommitted(topics, 1);
    }

    private static void write(Producer<String, SpecificRecord> producer, int number) {
        Instant at = start.plusMillis(number);
        String fetchId =
                new FetchId(
                                new UUID(
                                        at.toEpochMilli() << 16 | 0x8000,
                                        0x8000_0000_0000_0000L | number))
                        .toString();
        send(producer, Topics.FETCHES, at, fetchId, fetch(at, fetchId));
        for (int event = 0; event < EARLIER_EVENTS; event++) {
            CustomEventRecorded custom =
                    of(new CustomEventRecorded(), EventType.custom, at, fetchId);
            custom.setEventName("seen");
            send(producer, Topics.CUSTOM_EVENTS, at.plusSeconds(10), fetchId, custom);
        }
        send(
                producer,
                Topics.CUSTOM_EVENTS,
                at.plusSeconds(60),
                fetchId,
                named(of(new CustomEventRecorded(), EventType.custom, at, fetchId)));
        DeliveryRecorded read = of(new DeliveryRecorded(), EventType.read, at, fetchId);
        send(producer, Topics.DELIVERIES, at.plusSeconds(60), fetchId, read);
    }

    private static CustomEventRecorded named(CustomEventRecorded custom) {
        custom.setEventName("last");
        return custom;
    }

    private static AdFetched fetch(Instant at, String fetchId) {
        return AdFetched.newBuilder()
                .setEventId(FetchId.parse(fetchId).orElseThrow().uuid().toString())
                .setEventType(EventType.fetch)
                .setOccurredAt(at)
                .setReceivedAt(at)
                .setOrgId(ORG)
                .setFetchId(fetchId)
                .setSubscriber("reader")
                .setSource(EventSource.fetch)
                .setAdUnitId("unit")
                .setAdUnitCode("unit")
                .setFormat(RenderFormat.native$)
                .setAttributesJson(LARGE)
                .setCatalogueRevision(1)
                .setSeed(1)
                .setCampaignId("campaign")
                .setLineItemId("line")
                .setCreativeId("card")
                .setCreativeVersion(1)
                .setPriceModel(PriceModel.cpc)
                .setPriceMicros(1_000)
                .setCurrency("USD")
                .setBilledMicros(0)
                .setTimeZone("UTC")
                .build();
    }

    private static <T extends SpecificRecord> T of(
            T event, EventType type, Instant at, String fetchId) {
        events++;
        event.put(0, new UUID(events, events).toString());
        event.put(1, type);
        event.put(2, at);
        event.put(3, at);
        event.put(4, ORG);
        event.put(6, fetchId);
        event.put(8, false);
        event.put(9, EventSource.api);
        return event;
    }

    private static void send(
            Producer<String, SpecificRecord> producer,
            Topic<?> topic,
            Instant at,
            String key,
            SpecificRecord event) {
        var _ = producer.send(new ProducerRecord<>(topic.name(), 0, at.toEpochMilli(), key, event));
    }

    @AfterAll
    static void stop() {
        history.close();
        broker.close();
    }

    @Test
    void aFetchThatIsLookedBackAtIsKeptWithoutWhatAClientMakesLarge() {
        HistoryPage page = history.page(query(EventType.read, false, 10)).join();

        assertThat(page.items())
                .hasSize(10)
                .allSatisfy(item -> {
                    assertThat(item.verdict()).isEqualTo(CountingVerdict.COUNTED);
                    assertThat(item.fetched())
                            .isNotNull()
                            .extracting(AdFetched::getAttributesJson, AdFetched::getLineItemId)
                            .containsExactly("{}", "line");
                    assertThat(item.subscriber()).isEqualTo("reader");
                });
    }

    @Test
    void aFetchThatIsAskedForIsWhole() {
        HistoryPage page = history.page(query(EventType.fetch, false, 10)).join();

        assertThat(page.items())
                .hasSize(10)
                .extracting(item -> ((AdFetched) item.record().event()).getAttributesJson())
                .containsOnly(LARGE);
    }

    @Test
    void aPageEndsEarlierForTheFetchesThatItsEventsBelongTo() {
        List<HistoryPage> pages = pages(query(EventType.read, false, 5_000));

        assertThat(pages.size()).isGreaterThan(1);
        assertThat((long) pages.getFirst().items().size() * LookedBack.FETCH_BYTES)
                .isLessThanOrEqualTo(HistoryReading.BYTES_MAX);
        assertAllOnce(pages, FETCHES);
    }

    @Test
    void aPageEndsEarlierForEarlierEventsAndGoesOnWhereItEnded() {
        for (boolean newestFirst : List.of(false, true)) {
            List<HistoryPage> pages = pages(query(EventType.custom, newestFirst, 5_000));

            // A quarter of what fits if there are no events before.
            assertThat(pages.getFirst().items()).hasSizeBetween(100, FETCHES / 3);
            assertAllOnce(pages, FETCHES);
        }
    }

    private static void assertAllOnce(List<HistoryPage> pages, int count) {
        assertThat(pages)
                .flatExtracting(HistoryPage::items)
                .hasSize(count)
                .allMatch(item -> item.verdict() == CountingVerdict.COUNTED)
                .extracting(item -> item.record().event().getEventId())
                .doesNotHaveDuplicates();
    }

    private static HistoryQuery query(EventType type, boolean newestFirst, int limit) {
        return new HistoryQuery(
                new OrgId(ORG),
                type == EventType.fetch ? start : start.plusSeconds(30),
                null,
                Set.of(type),
                Set.of(),
                HistoryFilter.ALL,
                newestFirst,
                limit,
                null,
                false,
                null);
    }

    private static List<HistoryPage> pages(HistoryQuery query) {
        List<HistoryPage> pages = new ArrayList<>();
        HistoryPage page = history.page(query).join();
        pages.add(page);
        for (JournalCursor next = page.next(); next != null; next = page.next()) {
            page = history.page(query.after(next)).join();
            pages.add(page);
        }
        return pages;
    }
}
