package io.interlude.catalogue.history;

import static io.interlude.catalogue.record.CatalogueFixtures.aCampaign;
import static io.interlude.catalogue.record.CatalogueFixtures.aCreative;
import static io.interlude.catalogue.record.CatalogueFixtures.aLineItem;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.command.KafkaCatalogueWriter;
import io.interlude.catalogue.command.KafkaCatchUp;
import io.interlude.catalogue.command.RecordBound;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.outbox.DiskShares;
import io.interlude.journal.projection.RecordListener;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaCatalogueHistoryIT {
    private static final OrgId ACME = new OrgId("acme");
    private static final long SEED = 7;

    @TempDir Path folder;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private @Nullable TopicReader catalogueReader;
    private final Map<Long, Set<Candidate>> revisionToCandidates = new HashMap<>();
    private KafkaClients clients;

    @BeforeEach
    void start() throws Exception {
        TestBroker broker = opened(TestBroker.start(folder));
        broker.create(Topics.catalogue().stream().map(Topic::name).toList(), 1);
        broker.create(List.of(Topics.CATALOGUE_HISTORY.name()), 1);
        clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable part : opened.reversed()) {
            part.close();
        }
    }

    @Test
    void tellsEveryRevisionSinceItBegan() throws Exception {
        // given changes of a version that kept no history, each replacing something
        CatalogueProjection projection = projection();
        SplittableRandom random = new SplittableRandom(SEED);
        Versions versions = new Versions();
        try (Producer<String, SpecificRecord> old = clients.transactionalProducer("old")) {
            old.initTransactions();
            for (long revision = 1; revision <= 20; revision++) {
                writeWithoutHistory(old, revision, versions.change(random));
                showed(projection, revision);
            }
        }

        // when two processes follow that keep it
        for (int process = 0; process < 2; process++) {
            KafkaCatalogueWriter writer = writer(projection);
            for (int change = 0; change < 30; change++) {
                long revision =
                        writer.commit(ACME, projection.revision(ACME), versions.change(random))
                                .get(60, TimeUnit.SECONDS);
                showed(projection, revision);
            }
        }

        // then
        KafkaCatalogueHistory history = history(projection);
        for (long revision = 20; revision <= 80; revision++) {
            assertThat(at(history, revision).map(KafkaCatalogueHistoryIT::candidates))
                    .as("revision %d, seed %d", revision, SEED)
                    .contains(revisionToCandidates.get(revision));
        }
        assertThat(at(history, 0).map(KafkaCatalogueHistoryIT::candidates)).contains(Set.of());
        assertThat(at(history, 19)).as("before the history began").isEmpty();
    }

    @Test
    void tellsNothingOfTheTimeBeforeAnyHistory() throws Exception {
        CatalogueProjection projection = projection();
        try (Producer<String, SpecificRecord> old = clients.transactionalProducer("old")) {
            old.initTransactions();
            writeWithoutHistory(old, 1, List.of(entry(Topics.CAMPAIGNS, campaign(1, "A"))));
            writeWithoutHistory(old, 2, List.of(entry(Topics.CAMPAIGNS, campaign(2, "B"))));
        }
        showed(projection, 2);
        KafkaCatalogueHistory history = history(projection);

        assertThat(at(history, 1)).isEmpty();
        assertThat(at(history, 2)).isPresent();
    }

    @Test
    void tellsEveryChangeOnceWithWhatItReplaced() throws Exception {
        // given one change of a version that kept no history, and then more by one that does
        CatalogueProjection projection = projection();
        try (Producer<String, SpecificRecord> old = clients.transactionalProducer("old")) {
            old.initTransactions();
            writeWithoutHistory(old, 1, List.of(entry(Topics.CAMPAIGNS, campaign(1, "Name 1"))));
            Eventually.holds("it shows", () -> projection.revision(ACME) == 1);
        }
        KafkaCatalogueWriter writer = writer(projection);
        for (int version = 2; version <= 120; version++) {
            commit(
                    writer,
                    projection,
                    entry(Topics.CAMPAIGNS, campaign(version, "Name " + version)));
            if (version % 40 == 0) {
                commit(
                        writer,
                        projection,
                        entry(Topics.LINE_ITEMS, aLineItem("l", "spring").build()));
            }
        }

        // when
        ChangeHistory changes = history(projection).changes();
        List<CatalogueChange> all = new ArrayList<>();
        ChangePage page = changes.ofOrg(ACME, ChangeFilter.ALL, ChangeHistory.NEWEST, 50).get();
        for (all.addAll(page.changes()); page.more(); all.addAll(page.changes())) {
            page = changes.ofOrg(ACME, ChangeFilter.ALL, all.getLast().place(), 50).get();
        }
        List<CatalogueChange> ofCampaign =
                changes.ofResource(ACME, Topics.CAMPAIGNS, "spring", ChangeHistory.NEWEST, 500)
                        .get()
                        .changes();

        // then
        assertThat(all).hasSize(119 + 3);
        assertThat(all.stream().filter(change -> change.topic().equals(Topics.CAMPAIGNS)).toList())
                .isEqualTo(ofCampaign);
        for (int i = 0; i < 119; i++) {
            assertThat(name(ofCampaign.get(i).value())).isEqualTo("Name " + (120 - i));
            assertThat(name(ofCampaign.get(i).before())).isEqualTo("Name " + (119 - i));
        }
        assertThat(
                        changes.resourceAt(ACME, Topics.CAMPAIGNS, "spring", 1)
                                .get()
                                .map(KafkaCatalogueHistoryIT::name))
                .as("what the first change replaced")
                .contains("Name 1");
        assertThat(changes.resourceAt(ACME, Topics.CAMPAIGNS, "autumn", 100).get()).isEmpty();
        assertThat(
                        changes.ofOrg(
                                        new OrgId("other"),
                                        ChangeFilter.ALL,
                                        ChangeHistory.NEWEST,
                                        50)
                                .get()
                                .changes())
                .isEmpty();
    }

    @Test
    void endsAPageBeforeItsRecordsAreTooManyBytes() throws Exception {
        // given
        int nameBytes = 300_000;
        int versions = 20;
        CatalogueProjection projection = projection();
        KafkaCatalogueWriter writer = writer(projection);
        for (int version = 1; version <= versions; version++) {
            commit(
                    writer,
                    projection,
                    entry(Topics.CAMPAIGNS, campaign(version, "n".repeat(nameBytes))));
        }
        ChangeHistory changes = history(projection).changes();

        // when
        List<ChangePage> pages = new ArrayList<>();
        long before = ChangeHistory.NEWEST;
        do {
            pages.add(changes.ofResource(ACME, Topics.CAMPAIGNS, "spring", before, versions).get());
            before = pages.getLast().changes().getLast().place();
        } while (pages.getLast().more());
        ChangePage ofOrg =
                changes.ofOrg(ACME, ChangeFilter.ALL, ChangeHistory.NEWEST, versions).get();

        // then each change is with what it replaced
        int mostChanges = (int) (KafkaChangeHistory.PAGE_BYTES / (2L * nameBytes));
        assertThat(pages)
                .allSatisfy(page -> assertThat(page.changes()).hasSizeBetween(1, mostChanges));
        assertThat(pages.stream().flatMap(page -> page.changes().stream())).hasSize(versions);
        assertThat(ofOrg.changes()).isEqualTo(pages.getFirst().changes()).hasSize(mostChanges);
        assertThat(ofOrg.more()).isTrue();
    }

    private static void commit(
            KafkaCatalogueWriter writer, CatalogueProjection projection, CatalogueEntry<?> entry)
            throws Exception {
        writer.commit(ACME, projection.revision(ACME), List.of(entry)).get(60, TimeUnit.SECONDS);
    }

    private static String name(@Nullable CatalogueRecord campaign) {
        return ((CampaignChanged) requireNonNull(campaign)).getName();
    }

    private static Optional<OrgCatalogue> at(KafkaCatalogueHistory history, long revision)
            throws Exception {
        return history.at(ACME, revision).get(60, TimeUnit.SECONDS);
    }

    private void showed(CatalogueProjection projection, long revision) {
        Eventually.holds("it shows", () -> projection.revision(ACME) == revision);
        revisionToCandidates.put(revision, candidates(projection.org(ACME).orElseThrow()));
    }

    private static Set<Candidate> candidates(OrgCatalogue catalogue) {
        return new HashSet<>(catalogue.lineItems());
    }

    private static void writeWithoutHistory(
            Producer<String, SpecificRecord> producer,
            long revision,
            List<CatalogueEntry<?>> entries) {
        producer.beginTransaction();
        for (CatalogueEntry<?> entry : entries) {
            entry.value().setRevision(revision);
            entry.value().setRevisionSize(entries.size());
            var _ =
                    producer.send(
                            new ProducerRecord<>(entry.topic().name(), entry.key(), entry.value()));
        }
        producer.commitTransaction();
    }

    private static CatalogueRecord campaign(int version, String name) {
        return aCampaign("spring").setVersion(version).setName(name).build();
    }

    private static <V extends CatalogueRecord> CatalogueEntry<?> entry(
            Topic<V> topic, CatalogueRecord value) {
        String key =
                topic.equals(Topics.CREATIVES)
                        ? CatalogueKeys.ofVersion(ACME, value.getId(), value.getVersion())
                        : CatalogueKeys.of(ACME, value.getId());
        return new CatalogueEntry<>(topic, key, topic.valueType().cast(value));
    }

    private CatalogueProjection projection() {
        CatalogueProjection projection =
                opened(new CatalogueProjection(InstantSource.system(), new KeyRing(), meters));
        TopicReader reader = opened(reader("catalogue", Topics.catalogue(), projection));
        reader.start();
        Eventually.holds("caught up", reader::ready);
        catalogueReader = reader;
        return projection;
    }

    private KafkaCatalogueWriter writer(CatalogueProjection projection) {
        return opened(
                new KafkaCatalogueWriter(
                        () -> clients.transactionalProducer("catalogue-writer"),
                        projection,
                        new KafkaCatchUp(
                                clients::admin,
                                clients::readingConsumer,
                                requireNonNull(catalogueReader)),
                        _ -> List.of(),
                        RecordBound.ofHeap(clients.serializer(), Long.MAX_VALUE),
                        DiskShares.none()));
    }

    private KafkaCatalogueHistory history(CatalogueProjection projection) {
        KafkaCatalogueHistory history =
                opened(
                        new KafkaCatalogueHistory(
                                projection,
                                clients::readingConsumer,
                                clients.deserializer(),
                                listener ->
                                        reader(
                                                "history",
                                                List.of(Topics.CATALOGUE_HISTORY),
                                                listener)));
        history.start();
        return history;
    }

    private TopicReader reader(
            String name, Collection<? extends Topic<?>> topics, RecordListener listener) {
        return new TopicReader(
                name,
                topics,
                () -> clients.projectionConsumer(name),
                clients.deserializer(),
                listener,
                meters);
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.add(part);
        return part;
    }

    /// Makes changes at random: of one resource or of several, archived ones among them.
    private static final class Versions {
        private final Map<String, Integer> idToVersion = new HashMap<>();

        List<CatalogueEntry<?>> change(SplittableRandom random) {
            Map<String, CatalogueEntry<?>> changes = new HashMap<>();
            int count = random.nextInt(1, 4);
            for (int i = 0; i < count; i++) {
                String place = Integer.toString(random.nextInt(4));
                boolean archived = random.nextInt(5) == 0;
                CatalogueEntry<?> change =
                        switch (random.nextInt(3)) {
                            case 0 ->
                                    entry(
                                            Topics.CAMPAIGNS,
                                            aCampaign("spring")
                                                    .setVersion(next("spring"))
                                                    .setName("Spring " + random.nextInt())
                                                    .build());
                            case 1 ->
                                    entry(
                                            Topics.LINE_ITEMS,
                                            aLineItem("l" + place, "spring")
                                                    .setVersion(next("l" + place))
                                                    .setName("Shoes " + random.nextInt())
                                                    .setArchived(archived)
                                                    .build());
                            default ->
                                    entry(
                                            Topics.CREATIVES,
                                            aCreative("c" + place, "l" + place, next("c" + place))
                                                    .setArchived(archived)
                                                    .build());
                        };
                // A resource changes once in a revision.
                changes.putIfAbsent(change.topic().name() + change.value().getId(), change);
            }
            return List.copyOf(changes.values());
        }

        private int next(String id) {
            return idToVersion.merge(id, 1, Integer::sum);
        }
    }
}
