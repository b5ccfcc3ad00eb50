package io.interlude.journal.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.WrittenJournal.Written;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.schema.AdFetched;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests read from a real broker, all of them and a part.
class KafkaRecordedRequestsIT {
    private static final int PARTITIONS = 3;
    private static final int FETCHES = 1_200;
    private static final Duration EACH = Duration.ofSeconds(2_016);
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant END = START.plus(EACH.multipliedBy(FETCHES));
    private static final OrgId ORG = new OrgId(WrittenJournal.ORG);

    @TempDir static Path folder;
    private static TestBroker broker;
    private static KafkaClients clients;
    private static final List<String> OWN = new ArrayList<>();

    /// With the clicks and conversions.
    private static final List<String> REPLAYED = new ArrayList<>();

    /// 28 days of fetches, one after the other, of two orgs.
    @BeforeAll
    static void write() throws Exception {
        broker = TestBroker.start(folder);
        List<String> topics =
                Stream.of(Topics.FETCHES, Topics.NO_FILLS, Topics.CLICKS, Topics.CONVERSIONS)
                        .map(Topic::name)
                        .toList();
        broker.create(topics, PARTITIONS);
        clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
        Instant at = START;
        int fetches = 0;
        try (Producer<String, SpecificRecord> producer = clients.transactionalProducer("test")) {
            producer.initTransactions();
            producer.beginTransaction();
            for (Written written : new WrittenJournal(1, START, PARTITIONS, FETCHES).records) {
                if (!topics.contains(written.topic().name())) {
                    continue;
                }
                boolean fetch = written.event() instanceof AdFetched;
                at = fetch ? START.plus(EACH.multipliedBy(fetches++)) : at.plusSeconds(1);
                var _ =
                        producer.send(
                                new ProducerRecord<>(
                                        written.topic().name(),
                                        written.partition(),
                                        at.toEpochMilli(),
                                        written.key(),
                                        written.event()));
                if (written.event().get(4).equals(ORG.value())) {
                    REPLAYED.add((String) written.event().get(0));
                    if (fetch) {
                        OWN.add(REPLAYED.getLast());
                    }
                }
            }
            producer.commitTransaction();
        }
        broker.awaitCommitted(topics, PARTITIONS);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private record Taken(List<String> eventIds, List<Double> weights)
            implements RecordedRequests.Taker {
        @Override
        public void take(PlacedRecord record, double weight) {
            eventIds.add(record.event().getEventId());
            weights.add(weight);
        }
    }

    private static Taken read(int lookedAtMax, Instant from, Instant to) throws Exception {
        try (KafkaRecordedRequests requests =
                new KafkaRecordedRequests(
                        clients::readingConsumer,
                        clients.deserializer(),
                        PARTITIONS,
                        lookedAtMax)) {
            return requests.read(
                            ORG, from, to, () -> new Taken(new ArrayList<>(), new ArrayList<>()))
                    .get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void givesAllOfATimeInTheirOrder() throws Exception {
        assertThat(read(10_000, START, END).eventIds()).isEqualTo(OWN);
        assertThat(read(10_000, START, END).weights()).containsOnly(1.0);
        assertThat(read(10_000, END, END.plusSeconds(60)).eventIds()).isEmpty();
    }

    @Test
    void readsThePartOfEachHourThatOneAnswerMayTake() throws Exception {
        Taken taken = read(FETCHES / 3, START, END);

        assertThat(taken.eventIds()).hasSizeBetween(OWN.size() / 4, OWN.size() / 2);
        assertThat(OWN).containsSubsequence(taken.eventIds());
        assertThat(taken.weights().stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(OWN.size(), within(0.15 * OWN.size()));
        assertThat(read(FETCHES / 3, START, END)).isEqualTo(taken);
    }

    private static final class Replayed implements RecordedRequests.Replay<String> {
        private final List<String> eventIds = new ArrayList<>();
        private final List<Double> progress = new ArrayList<>();

        @Override
        public Optional<String> prepare(PlacedRecord record) {
            return Optional.of(record.event().getEventId());
        }

        @Override
        public void take(String eventId) {
            eventIds.add(eventId);
        }
    }

    private static Replayed replay(Instant from, Instant to, BooleanSupplier stopped) {
        Replayed replayed = new Replayed();
        try (KafkaRecordedRequests requests =
                new KafkaRecordedRequests(
                        clients::readingConsumer, clients.deserializer(), PARTITIONS)) {
            requests.replay(ORG, from, to, replayed, replayed.progress::add, stopped);
        }
        return replayed;
    }

    @Test
    void replaysAllOfATimeInTheirOrder() {
        Replayed replayed = replay(START, END, () -> false);

        assertThat(REPLAYED).hasSizeGreaterThan(OWN.size() + 100);
        assertThat(replayed.eventIds).isEqualTo(REPLAYED);
        assertThat(replayed.progress).isSorted().isNotEmpty().allMatch(share -> share <= 1);
    }

    @Test
    void replaysNothingOfATimeThatHasNothing() {
        assertThat(replay(START.minusSeconds(60), START, () -> false).eventIds).isEmpty();
        assertThat(replay(END, END.plus(EACH), () -> false).eventIds).isEmpty();
        assertThat(replay(Instant.EPOCH, END.plus(EACH), () -> false).eventIds).isEqualTo(REPLAYED);
    }

    @Test
    void replayThatIsStoppedFails() {
        assertThatThrownBy(() -> replay(START, END, () -> true))
                .isInstanceOf(StateUnavailableException.class);
    }
}
