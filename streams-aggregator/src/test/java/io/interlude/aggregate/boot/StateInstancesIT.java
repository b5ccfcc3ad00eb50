package io.interlude.aggregate.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.aggregate.topology.JournalEvents;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.AdFetched;
import io.interlude.schema.Granularity;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.state.query.CellsRead;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.SubscriberState;
import io.interlude.state.remote.AppliedFloor;
import io.interlude.state.remote.ReadTimeouts;
import io.interlude.state.remote.RemoteState;
import io.interlude.state.transport.HttpStateInstances;
import io.interlude.state.wire.HostedPartitions;
import io.interlude.state.wire.StateToken;
import io.interlude.state.wire.StoreGroup;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Instances of the aggregator on a real broker, asked over HTTP.
class StateInstancesIT {
    private static final OrgId ORG = new OrgId(JournalEvents.ORG);
    private static final Instant TO = JournalEvents.START.plusSeconds(60);
    private static final int SUBSCRIBERS = 40;

    static final Map<String, String> BROKER =
            Map.ofEntries(
                    Map.entry("log.retention.ms", "-1"),
                    Map.entry("log.cleaner.enable", "false"),
                    Map.entry("group.streams.initial.rebalance.delay.ms", "0"),
                    Map.entry("group.streams.assignment.interval.ms", "0"),
                    Map.entry("group.streams.min.heartbeat.interval.ms", "100"),
                    Map.entry("group.streams.heartbeat.interval.ms", "200"),
                    Map.entry("group.streams.min.session.timeout.ms", "1000"),
                    Map.entry("offsets.topic.num.partitions", "1"),
                    Map.entry(
                            "transaction.abort.timed.out.transaction.cleanup.interval.ms", "200"));

    @TempDir private Path folder;

    private final JournalEvents events = new JournalEvents();

    @Test
    void oneInstanceAnswersEverything() throws Exception {
        try (TestBroker broker = TestBroker.start(folder.resolve("broker"), BROKER)) {
            broker.create(topics(), AggregatorNode.PARTITIONS);
            append(broker);
            try (AggregatorNode node =
                            new AggregatorNode(broker.bootstrapServers(), folder.resolve("a"), 0)
                                    .start();
                    Reader reader = new Reader(broker, node)) {
                reader.awaitApplied();

                Eventually.holds("all are counted", () -> reader.counted(1) == SUBSCRIBERS);
                List<RollupCell> cells =
                        reader.state
                                .rollups(Runnable::run)
                                .cells(ORG, Granularity.minute, JournalEvents.START, TO)
                                .get(60, TimeUnit.SECONDS);
                assertThat(cells).extracting(RollupCell::getFetches).containsExactly(40L);
                List<ReachCell> reached = new ArrayList<>();
                reader.state
                        .reach(Runnable::run)
                        .forEach(ORG, Granularity.hour, JournalEvents.START, TO, reached::add)
                        .get(60, TimeUnit.SECONDS);
                assertThat(reached).hasSize(1);
            }
        }
    }

    @Test
    void aStandbyAnswersForAnInstanceThatVanishedUntilItHasTakenOver() throws Exception {
        try (TestBroker broker = TestBroker.start(folder.resolve("broker"), BROKER)) {
            // given
            broker.create(topics(), AggregatorNode.PARTITIONS);
            append(broker);
            try (AggregatorNode a = node(broker, "a").start();
                    AggregatorNode b = node(broker, "b").start();
                    Reader reader = new Reader(broker, a)) {
                Eventually.holds("both have caught up", () -> a.ready() && b.ready());
                Eventually.holds(
                        "each partition has an owner and a standby",
                        () ->
                                reader.hosted(a, StoreGroup.COUNTERS)
                                        && reader.hosted(b, StoreGroup.COUNTERS));
                reader.awaitApplied();
                Eventually.holds("all are counted", () -> reader.counted(1) == SUBSCRIBERS);
                assertThat(reader.counted("standby")).isZero();

                // when: still a member, so that nobody takes over
                a.fallSilent();

                // then
                Eventually.holds(
                        "everybody is answered for", () -> reader.counted(1) == SUBSCRIBERS);
                assertThat(reader.counted("standby")).isPositive();

                // when: the session ends after the group's own 3 s, and not after the brokers' 45
                a.vanish();
                append(broker);

                // then
                Eventually.holds("the new owner goes on", () -> reader.counted(2) == SUBSCRIBERS);
                Eventually.holds(
                        "its report is whole",
                        () -> {
                            CellsRead cells = reader.cells();
                            return cells.missingPartitions() == 0
                                    && cells.cells().getFirst().getFetches() == 2 * SUBSCRIBERS;
                        });
            }
        }
    }

    private AggregatorNode node(TestBroker broker, String name) throws IOException {
        return new AggregatorNode(broker.bootstrapServers(), folder.resolve(name), 1);
    }

    private void append(TestBroker broker) {
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                broker.bootstrapServers(),
                                "max.in.flight.requests.per.connection",
                                1),
                        new StringSerializer(),
                        new ByteArraySerializer())) {
            for (int i = 0; i < SUBSCRIBERS; i++) {
                var fetched = fetched("s" + i, i % 3 == 0);
                var _ =
                        producer.send(
                                new ProducerRecord<>(
                                        Topics.FETCHES.name(),
                                        partition(i),
                                        JournalEvents.START.toEpochMilli(),
                                        "key",
                                        new JournalDriver.PlainSerdes()
                                                .of(Topics.FETCHES)
                                                .serializer()
                                                .serialize(Topics.FETCHES.name(), fetched)));
            }
        }
    }

    /// @param alone whether it is a conversation without a subscriber, which stands for one
    private AdFetched fetched(String owner, boolean alone) {
        String fetchId = events.fetchId(JournalEvents.START);
        return alone
                ? events.fetchedIn(owner, fetchId, JournalEvents.START)
                : events.fetchedBy(owner, fetchId, JournalEvents.START);
    }

    private static int partition(int subscriber) {
        return subscriber % AggregatorNode.PARTITIONS;
    }

    private static List<String> topics() {
        return Stream.concat(
                        Topics.folded().stream(),
                        Stream.of(
                                Topics.ERASED_SUBSCRIBERS,
                                Topics.REJECTED,
                                Topics.PACING,
                                Topics.ENGAGEMENT,
                                Topics.ROLLUPS))
                .map(Topic::name)
                .toList();
    }

    /// A process that has no state itself.
    private static final class Reader implements AutoCloseable {
        final RemoteState state;
        private final HttpStateInstances instances;
        private final Admin admin;
        private final FrequencyQuery frequencies;
        private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

        Reader(TestBroker broker, AggregatorNode first) {
            instances =
                    new HttpStateInstances(
                            new StateToken(AggregatorNode.KEYS), 4, Duration.ofSeconds(2));
            admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
            state =
                    new RemoteState(
                            instances,
                            List.of(first.url),
                            new RemoteState.Limits(4, 100),
                            // An owner that is only slow, on a busy machine, is waited for.
                            new ReadTimeouts(
                                    Duration.ofSeconds(1),
                                    Duration.ofSeconds(1),
                                    Duration.ofMillis(30),
                                    Duration.ofSeconds(5),
                                    Duration.ofSeconds(1),
                                    Duration.ofMillis(200)),
                            meters);
            state.start();
            frequencies = state.frequencies(AppliedFloor.NONE);
        }

        void awaitApplied() {
            Eventually.holds("an instance answers", state::ready);
            Map<TopicPartition, Long> ends = new HashMap<>();
            for (int partition = 0; partition < AggregatorNode.PARTITIONS; partition++) {
                ends.put(new TopicPartition(Topics.FETCHES.name(), partition), 20L);
            }
            state.appliedJournal(admin).await(ends, Duration.ofSeconds(60));
            Eventually.holds(
                    "all partitions are owned",
                    () -> counters(0).isPresent() && counters(1).isPresent());
        }

        /// Subscribers and conversations of whom so many fetches each are counted.
        long counted(int fetches) {
            long applied = (long) fetches * SUBSCRIBERS / AggregatorNode.PARTITIONS;
            long counted = 0;
            for (int i = 0; i < SUBSCRIBERS; i++) {
                counted +=
                        counters(i)
                                .filter(found ->
                                        found.counters().counters().getFirst().lifetime() == fetches
                                                && found.partitionApplied() == applied)
                                .stream()
                                .count();
            }
            return counted;
        }

        /// Questions that were answered so.
        double counted(String by) {
            return meters.get("interlude.state.counters").tag("by", by).counter().count();
        }

        /// Whether the instance has each partition of the group, as owner or standby.
        boolean hosted(AggregatorNode node, StoreGroup group) {
            try {
                HostedPartitions hosted =
                        instances.report(node.url).get(60, TimeUnit.SECONDS).hosted(group);
                return hosted.active().size() == 1 && hosted.standby().size() == 1;
            } catch (Exception e) {
                return false;
            }
        }

        CellsRead cells() {
            return state.rollups(Runnable::run)
                    .readableCells(ORG, Granularity.minute, JournalEvents.START, TO)
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        }

        Optional<SubscriberState> counters(int subscriber) {
            try {
                return Optional.of(
                        frequencies
                                .state(ORG, new Subscriber("s" + subscriber), partition(subscriber))
                                .get(60, TimeUnit.SECONDS));
            } catch (Exception e) {
                return Optional.empty();
            }
        }

        @Override
        public void close() {
            state.close();
            instances.close();
            admin.close();
        }
    }
}
