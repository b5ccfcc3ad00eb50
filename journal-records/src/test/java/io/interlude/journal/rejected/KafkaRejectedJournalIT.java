package io.interlude.journal.rejected;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.RejectionStage;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topics;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reading refused events from a real broker. They were written as event ingest and the aggregator
/// do it: alone, in transactions that were committed, and in some that were not.
class KafkaRejectedJournalIT {
    private static final OrgId ACME = new OrgId("acme");
    private static final int PARTITIONS = 3;
    private static final int EVENTS = 300;

    @TempDir static Path folder;
    private static TestBroker broker;
    private static KafkaRejectedJournal journal;

    /// Now, because the markers of transactions bear the broker's time.
    private static Instant start;

    /// The committed ones in the order of their times; each is a millisecond after the one before.
    private static final List<EventRejected> WRITTEN = new ArrayList<>();

    @BeforeAll
    static void write() throws Exception {
        start = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);
        broker = TestBroker.start(folder);
        broker.create(List.of(Topics.REJECTED.name()), PARTITIONS);
        KafkaClients clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
        journal =
                new KafkaRejectedJournal(
                        clients::readingConsumer, clients.deserializer(), PARTITIONS);
        try (Producer<String, SpecificRecord> producer =
                clients.transactionalProducer("rejections")) {
            producer.initTransactions();
            write(producer, new Random(1));
        }
        broker.awaitCommitted(List.of(Topics.REJECTED.name()), PARTITIONS);
    }

    private static void write(Producer<String, SpecificRecord> producer, Random random) {
        int written = 0;
        while (written < EVENTS) {
            boolean committed = random.nextInt(4) > 0;
            producer.beginTransaction();
            int size = Math.min(1 + random.nextInt(40), EVENTS - written);
            for (int index = 0; index < size; index++) {
                EventRejected event = rejected(written + index);
                var _ =
                        producer.send(
                                new ProducerRecord<>(
                                        Topics.REJECTED.name(),
                                        random.nextInt(PARTITIONS),
                                        time(written + index).toEpochMilli(),
                                        null,
                                        event));
                if (committed) {
                    WRITTEN.add(event);
                }
            }
            if (committed) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
            written += size;
        }
    }

    @AfterAll
    static void stop() {
        journal.close();
        broker.close();
    }

    @Test
    void pagesGiveEveryCommittedEventOnceInTheOrderOfTimes() {
        // when
        List<KeptRejection> items = all(start, null, _ -> true, 7);

        // then
        assertThat(items).extracting(KeptRejection::event).isEqualTo(WRITTEN);
        assertThat(items).isSortedAccordingTo(Comparator.comparing(KeptRejection::rejectedAt));
    }

    @Test
    void onePageIsEnoughForFewEvents() {
        RejectedPage page = page(start, time(10), _ -> true, 100, null);

        assertThat(page.items()).extracting(KeptRejection::event).isEqualTo(between(0, 10));
    }

    @Test
    void readsOnlyTheTimeAndTheEventsThatAreAskedFor() {
        Predicate<EventRejected> other = event -> event.getOrgId().equals("other");

        assertThat(all(time(100), time(250), other, 10))
                .extracting(KeptRejection::event)
                .isEqualTo(between(100, 250).stream().filter(other).toList());
    }

    @Test
    void timesWithoutEventsHaveAnEmptyLastPage() {
        assertThat(page(time(EVENTS + 1), null, _ -> true, 10, null))
                .isEqualTo(new RejectedPage(List.of(), null));
        assertThat(page(Instant.EPOCH, start, _ -> true, 10, null).items()).isEmpty();
    }

    @Test
    void findsAnEventByItsId() {
        for (KeptRejection item : page(start, null, _ -> true, 5, null).items()) {
            assertThat(journal.find(ACME, item.id()).join()).contains(item);
        }
    }

    @Test
    void findsNothingAtOtherPlaces() {
        long end = EVENTS * 10L;
        assertThat(journal.find(ACME, new RejectionId(0, end)).join()).isEmpty();
        assertThat(journal.find(ACME, new RejectionId(PARTITIONS, 0)).join()).isEmpty();
        for (long offset = 0; offset < 20; offset++) {
            // Control records and aborted ones have offsets too.
            journal.find(ACME, new RejectionId(0, offset))
                    .join()
                    .ifPresent(found -> assertThat(WRITTEN).contains(found.event()));
        }
    }

    @Test
    void saysSoWhenKafkaIsAway() {
        try (KafkaRejectedJournal away =
                new KafkaRejectedJournal(
                        () -> {
                            throw new KafkaException("away");
                        },
                        (_, _) -> {
                            throw new AssertionError("read");
                        },
                        1)) {
            assertThatThrownBy(() -> away.find(ACME, new RejectionId(0, 0)).join())
                    .hasCauseInstanceOf(StateUnavailableException.class);
        }
    }

    private static List<KeptRejection> all(
            Instant from, @Nullable Instant to, Predicate<EventRejected> keeps, int limit) {
        List<KeptRejection> items = new ArrayList<>();
        RejectedPage page = page(from, to, keeps, limit, null);
        items.addAll(page.items());
        while (page.next() != null) {
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            page = page(from, to, keeps, limit, page.next());
            items.addAll(page.items());
        }
        return items;
    }

    private static RejectedPage page(
            Instant from,
            @Nullable Instant to,
            Predicate<EventRejected> keeps,
            int limit,
            @Nullable JournalCursor cursor) {
        return journal.page(new RejectedQuery(ACME, from, to, keeps, limit, cursor)).join();
    }

    private static List<EventRejected> between(int from, int to) {
        return WRITTEN.stream()
                .filter(event -> !event.getReceivedAt().isBefore(time(from)))
                .filter(event -> event.getReceivedAt().isBefore(time(to)))
                .toList();
    }

    private static Instant time(int number) {
        return start.plusMillis(number);
    }

    private static EventRejected rejected(int number) {
        return EventRejected.newBuilder()
                .setEventId(new UUID(7, number).toString())
                .setEventType(EventType.send)
                .setOccurredAt(time(number))
                .setReceivedAt(time(number))
                .setOrgId(number % 3 == 0 ? "other" : "acme")
                .setSource(EventSource.api)
                .setReason("unknown_fetch")
                .setDescription("No such fetch.")
                .setStage(RejectionStage.ingress)
                .setBodyJson("{}")
                .build();
    }
}
