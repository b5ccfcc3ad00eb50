package io.interlude.benchmark.audit;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.loopback.FreePorts;
import io.interlude.report.attribute.AttributeFolds;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.rollup.CellSlice;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.util.FileSystemUtils;

/// Declares an attribute over a day of journal records, which a broker process of its own holds:
/// tells how long it takes until reports can be read, what it takes on disk, and whether its counts
/// are those that the folds of `ad-domain` make of the same records. Ends with 1 when they are not.
/// Run with `benchmarks/attributes`.
public final class AttributesBenchmark {
    private static final int PARTITIONS = 12;
    private static final long MEMORY_BYTES = 64L << 20;
    private static final long LOOK_NANOS = 10_000_000;
    private static final double NANOS_IN_SECOND = 1e9;
    private static final OrgId ORG = new OrgId(MixedDay.ORG);

    private AttributesBenchmark() {}

    /// Runs it.
    ///
    /// @param arguments how many records, and the seed
    public static void main(String[] arguments) throws Exception {
        int records = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        System.exit(run(records, seed) ? 0 : 1);
    }

    static boolean run(int records, long seed) throws Exception {
        TrustedClasses.install();
        Path folder = Files.createTempDirectory("interlude-attributes-");
        int port = FreePorts.one();
        Process broker = AuditBenchmark.startBroker(folder, port);
        try {
            String servers = "127.0.0.1:" + port;
            AuditBenchmark.createTopics(servers, PARTITIONS);
            KafkaClients clients =
                    new KafkaClients(
                            servers,
                            new InProcessSchemaRegistryClient(
                                    SchemaRegistry.load(new InMemorySchemaJournal())));
            ServedCellStore cells =
                    AuditBenchmark.write(servers, clients, PARTITIONS, records, seed);
            Path store = folder.resolve("attributes");
            try (AttributeFolds folds =
                    new AttributeFolds(
                            store,
                            MEMORY_BYTES,
                            clients,
                            new OneSettings(),
                            new NoCatalogue(),
                            FoldedCells::flow)) {
                return declare(folds, store, cells);
            }
        } finally {
            broker.destroyForcibly().waitFor();
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static boolean declare(AttributeFolds folds, Path store, ServedCellStore cells)
            throws Exception {
        long startNanos = System.nanoTime();
        folds.start();
        while (folds.progress(ORG).getOrDefault("country", 0.0) < 1) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        double seconds = (System.nanoTime() - startNanos) / NANOS_IN_SECOND;
        Map<AuditMetric, Long> counted = new EnumMap<>(AuditMetric.class);
        Map<AuditMetric, Long> expected = new EnumMap<>(AuditMetric.class);
        Instant end = MixedDay.START.plus(Duration.ofDays(2));
        folds.forEach(
                ORG,
                "country",
                new CellSlice(Granularity.day, MixedDay.START, end),
                cell -> add(counted, cell));
        for (RollupCell cell :
                cells.cells(ORG, Granularity.day, MixedDay.START, end).get(1, TimeUnit.MINUTES)) {
            add(expected, cell);
        }
        long requests =
                counted.getOrDefault(AuditMetric.FETCHES, 0L)
                        + counted.getOrDefault(AuditMetric.NO_FILLS, 0L);
        System.out.println("| requests | seconds | requests a second | bytes a request on disk |");
        System.out.println("|---|---|---|---|");
        System.out.printf(
                "| %,d | %.1f | %,.0f | %,d |%n",
                requests, seconds, requests / seconds, bytes(store) / Math.max(1, requests));
        boolean equal = counted.equals(expected);
        System.out.println(equal ? "The counts agree." : counted + " is not " + expected);
        return equal;
    }

    private static void add(Map<AuditMetric, Long> sums, RollupCell cell) {
        for (AuditMetric metric : AuditMetric.REPORTED) {
            if (metric.of(cell) != 0) {
                sums.merge(metric, metric.of(cell), Long::sum);
            }
        }
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /// An org that declares one attribute.
    private static final class OneSettings implements CatalogueRecords {
        private final SettingsChanged settings = new SettingsChanged();

        OneSettings() {
            settings.setReportedAttributes(List.of("country"));
        }

        @Override
        public <V extends SpecificRecord> Optional<V> latest(
                Topic<V> topic, OrgId orgId, String id) {
            return Optional.empty();
        }

        @Override
        public <V extends SpecificRecord> List<V> all(Topic<V> topic, OrgId orgId) {
            return topic.equals(Topics.SETTINGS)
                    ? List.of(topic.valueType().cast(settings))
                    : List.of();
        }

        @Override
        public Set<OrgId> orgs() {
            return Set.of(ORG);
        }

        @Override
        public long revision(OrgId orgId) {
            return 1;
        }

        @Override
        public CatalogueRecords pinned(OrgId orgId) {
            return this;
        }
    }

    /// Of orgs whose days are those of UTC.
    private static final class NoCatalogue implements Catalogues {
        @Override
        public Optional<OrgCatalogue> org(OrgId orgId) {
            return Optional.empty();
        }

        @Override
        public Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version) {
            return Optional.empty();
        }

        @Override
        public Optional<ServedCreative> served(ServedCreativeKey key) {
            return Optional.empty();
        }
    }
}
