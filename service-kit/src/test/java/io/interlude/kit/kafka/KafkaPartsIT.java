package io.interlude.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.kit.catalogue.CatalogueEntry;
import io.interlude.kit.catalogue.CatalogueKeys;
import io.interlude.kit.catalogue.CatalogueProjection;
import io.interlude.kit.catalogue.KafkaCatalogueWriter;
import io.interlude.kit.journal.JournalPosition;
import io.interlude.kit.journal.KafkaJournal;
import io.interlude.kit.keys.KeyRing;
import io.interlude.kit.projection.RecordListener;
import io.interlude.kit.projection.TopicReader;
import io.interlude.kit.state.AggregateProjection;
import io.interlude.kit.waiting.Eventually;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.ServingStatus;
import io.interlude.schema.client.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir static Path folder;
    private static TestBroker broker;
    private static KafkaClients clients;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.start(folder);
        broker.create(Topics.catalogue().stream().map(Topic::name).toList(), 1);
        broker.create(List.of(Topics.CATALOGUE_HISTORY.name()), 1);
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

    private CatalogueProjection catalogue() {
        CatalogueProjection projection =
                opened(new CatalogueProjection(InstantSource.system(), new KeyRing(), meters));
        follow("catalogue", Topics.catalogue(), projection);
        return projection;
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

    private KafkaCatalogueWriter writer(CatalogueProjection projection) {
        return opened(
                new KafkaCatalogueWriter(
                        () -> clients.transactionalProducer("catalogue-writer"),
                        projection,
                        _ -> List.of()));
    }

    private static CatalogueEntry<CampaignChanged> aCampaign(OrgId orgId, String id) {
        CampaignChanged campaign =
                CampaignChanged.newBuilder()
                        .setOrgId(orgId.value())
                        .setId(id)
                        .setVersion(1)
                        .setRevision(0)
                        .setRevisionSize(0)
                        .setChangedAt(NOW)
                        .setName("Spring")
                        .setAdvertiserName("Acme")
                        .setStatus(ServingStatus.active)
                        .build();
        return new CatalogueEntry<>(Topics.CAMPAIGNS, CatalogueKeys.of(orgId, id), campaign);
    }

    private static long join(CompletableFuture<Long> committed) {
        return committed.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void readsItsOwnCatalogueWritesAndThoseOfALaterWriter() {
        // given
        CatalogueProjection first = catalogue();
        KafkaCatalogueWriter writer = writer(first);

        // when
        long one = join(writer.commit(ACME, List.of(aCampaign(ACME, "a"), aCampaign(ACME, "b"))));
        assertThat(first.all(Topics.CAMPAIGNS, ACME)).hasSize(2);
        long two = join(writer.commit(ACME, List.of(aCampaign(ACME, "c"))));
        assertThat(first.latest(Topics.CAMPAIGNS, ACME, "c")).isPresent();

        // then a second process takes over and sees all
        CatalogueProjection second = catalogue();
        assertThat(second.all(Topics.CAMPAIGNS, ACME)).hasSize(3);
        long three = join(writer(second).commit(ACME, List.of(aCampaign(ACME, "d"))));
        assertThat(List.of(one, two, three)).containsExactly(1L, 2L, 3L);
        Eventually.holds("the first sees it", () -> first.revision(ACME) == 3);

        // and the first, shut out once, recovers
        CompletableFuture<Long> shutOut = writer.commit(ACME, List.of(aCampaign(ACME, "e")));
        Eventually.holds("an answer", shutOut::isDone);
        assertThat(join(writer.commit(ACME, List.of(aCampaign(ACME, "f"))))).isGreaterThan(3);
    }

    @Test
    void commitsOfManyThreadsAllShow() {
        OrgId busy = new OrgId("busy");
        CatalogueProjection projection = catalogue();
        KafkaCatalogueWriter writer = writer(projection);
        writer.prepare();

        List<CompletableFuture<Long>> commits = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            commits.add(writer.commit(busy, List.of(aCampaign(busy, "c" + i))));
        }

        assertThat(commits.stream().map(KafkaPartsIT::join)).doesNotHaveDuplicates().hasSize(50);
        assertThat(projection.all(Topics.CAMPAIGNS, busy)).hasSize(50);
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
