package io.interlude.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.kit.journal.JournalPosition;
import io.interlude.kit.journal.KafkaJournal;
import io.interlude.kit.projection.RecordListener;
import io.interlude.kit.projection.TopicReader;
import io.interlude.kit.state.AggregateProjection;
import io.interlude.kit.waiting.Eventually;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.client.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The parts that talk to Kafka, on a real broker.
class KafkaPartsIT {
    private static final OrgId ACME = new OrgId("acme");

    @TempDir static Path folder;
    private static TestBroker broker;
    private static KafkaClients clients;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.start(folder);
        broker.create(
                List.of(Topics.PACING.name(), Topics.ENGAGEMENT.name(), Topics.FETCHES.name()), 4);
        clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable part : opened.reversed()) {
            part.close();
        }
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.add(part);
        return part;
    }

    private void follow(String name, Collection<Topic<?>> topics, RecordListener listener) {
        TopicReader reader =
                opened(
                        new TopicReader(
                                name,
                                topics,
                                () -> clients.projectionConsumer(name),
                                clients.deserializer(),
                                listener,
                                meters));
        reader.start();
        Eventually.holds(name + " is caught up", reader::ready);
    }

    @Test
    void appendsAndSkipsPoison() throws Exception {
        // given
        KafkaJournal journal =
                opened(
                        new KafkaJournal(
                                clients.journalProducer(),
                                clients.serializer(),
                                4,
                                InstantSource.system(),
                                meters));
        clients.prepare(Topics.PACING);
        journal.warmUp(List.of(Topics.PACING));
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
        try (KafkaProducer<String, byte[]> vandal =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            byte[] poison = "no record".getBytes(StandardCharsets.UTF_8);
            vandal.send(new ProducerRecord<>(Topics.PACING.name(), 2, "k", poison))
                    .get(20, TimeUnit.SECONDS);
        }

        // when
        JournalPosition position =
                journal.append(Topics.PACING, 2, "acme/shoes", spend(7)).get(20, TimeUnit.SECONDS);

        // then
        assertThat(position).isEqualTo(new JournalPosition(2, 1));
        AggregateProjection projection = new AggregateProjection();
        follow("aggregates", List.of(Topics.PACING, Topics.ENGAGEMENT), projection);
        assertThat(projection.spend(ACME, new LineItemId("shoes")).lifetimeFetches()).isEqualTo(7);
        assertThat(meters.counter("projection.poison", "projection", "aggregates").count())
                .isEqualTo(1);
    }

    private static LineItemSpend spend(long fetches) {
        return LineItemSpend.newBuilder()
                .setOrgId("acme")
                .setLineItemId("shoes")
                .setLifetimeFetches(fetches)
                .setLifetimeSpentMicros(0)
                .build();
    }
}
