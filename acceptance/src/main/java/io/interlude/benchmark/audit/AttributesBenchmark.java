package io.interlude.benchmark.audit;

import com.sun.management.OperatingSystemMXBean;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.report.attribute.AttributeFolds;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.Series;
import io.interlude.report.rollup.CellSlice;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.Granularity;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/// Declares an attribute over a day of journal records, which a broker process of its own holds:
/// tells how long it takes until reports can be read, what it takes on disk, and whether its counts
/// are those that the folds of `ad-counting` make of the same records, and those of each value what
/// was written. Ends with 1 when they are not. Run with `benchmarks/attributes`.
public final class AttributesBenchmark {
    private static final int PARTITIONS = 12;
    private static final long MEMORY_BYTES = 64L << 20;
    private static final long LOOK_NANOS = 10_000_000;
    private static final int DIFFERENCES_MAX = 10;
    private static final double NANOS_IN_SECOND = 1e9;
    private static final OrgId ORG = new OrgId(MixedDay.ORG);

    private AttributesBenchmark() {}

    /// Runs it.
    ///
    /// @param arguments number of records, seed, and number of the attribute's values
    public static void main(String[] arguments) throws Exception {
        int records = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        int countries = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 20;
        System.exit(run(new MixedDay.Day(seed, PARTITIONS, records, countries)) ? 0 : 1);
    }

    static boolean run(MixedDay.Day day) throws Exception {
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
            long startNanos = System.nanoTime();
            Expected expected = new Expected();
            AuditBenchmark.write(servers, clients, day, expected::add);
            System.out.printf(
                    "%,d records, written in %.0f s%n",
                    day.records(), (System.nanoTime() - startNanos) / NANOS_IN_SECOND);
            Path store = folder.resolve("attributes");
            try (AttributeFolds folds =
                    new AttributeFolds(
                            store,
                            MEMORY_BYTES,
                            clients,
                            new OneSettings(),
                            new NoCatalogue(),
                            FoldedCells::flow,
                            new AttributionWindow(Duration.ofDays(30)))) {
                return declare(folds, store, expected);
            }
        } finally {
            broker.destroyForcibly().waitFor();
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static boolean declare(AttributeFolds folds, Path store, Expected expected)
            throws IOException {
        long startCpuNanos = cpuNanos();
        long startNanos = System.nanoTime();
        folds.start();
        while (folds.progress(ORG).getOrDefault(MixedDay.ATTRIBUTE, 0.0) < 1) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        double seconds = (System.nanoTime() - startNanos) / NANOS_IN_SECOND;
        double cpuSeconds = (cpuNanos() - startCpuNanos) / NANOS_IN_SECOND;
        Map<String, Long> cellToAmount = new HashMap<>();
        Map<String, Long> countryToFetches = new HashMap<>();
        folds.forEach(
                ORG,
                MixedDay.ATTRIBUTE,
                new CellSlice(Granularity.hour, MixedDay.START, MixedDay.END),
                cell -> {
                    add(cellToAmount, cell);
                    if (!cell.getCorrection()) {
                        countryToFetches.merge(cell.value(), cell.getFetches(), Long::sum);
                    }
                });
        countryToFetches.values().removeIf(count -> count == 0);
        long fetches = countryToFetches.values().stream().mapToLong(Long::longValue).sum();
        System.out.println(
                "| fetches | seconds | of processor | fetches a second | bytes a fetch on disk |");
        System.out.println("|---|---|---|---|---|");
        System.out.printf(
                "| %,d | %.1f | %.1f | %,.0f | %,d |%n",
                fetches,
                seconds,
                cpuSeconds,
                fetches / seconds,
                bytes(store) / Math.max(1, fetches));
        return expected.agrees(cellToAmount, countryToFetches);
    }

    /// Of this process, without the broker.
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /// The counts in the journal.
    private static final class Expected {
        private final FoldedCells folded = new FoldedCells(ServedCellStore.ofHours());
        private final Map<String, Long> countryToFetches = new HashMap<>();

        void add(JournalEvent record) {
            folded.add(record);
            if (record instanceof AdFetched fetched && !fetched.getTest()) {
                String json = fetched.getAttributesJson();
                String country = json.substring(json.indexOf(':') + 3, json.length() - 2);
                countryToFetches.merge(country, 1L, Long::sum);
            }
        }

        boolean agrees(Map<String, Long> counted, Map<String, Long> countedFetches) {
            Map<String, Long> cellToAmount = new HashMap<>();
            folded.cells()
                    .cells(ORG, Granularity.hour, MixedDay.START, MixedDay.END)
                    .join()
                    .forEach(cell -> AttributesBenchmark.add(cellToAmount, cell));
            counted.values().removeIf(amount -> amount == 0);
            cellToAmount.values().removeIf(amount -> amount == 0);
            printDifferences(counted, cellToAmount);
            printDifferences(countedFetches, countryToFetches);
            boolean equal = counted.equals(cellToAmount) && countedFetches.equals(countryToFetches);
            System.out.printf(
                    "%,d numbers of hours and %d of countries %s.%n",
                    cellToAmount.size(), countryToFetches.size(), equal ? "agree" : "do not agree");
            return equal;
        }
    }

    private static void printDifferences(Map<String, Long> counted, Map<String, Long> expected) {
        Set<String> keys = new TreeSet<>(counted.keySet());
        keys.addAll(expected.keySet());
        keys.removeIf(key -> Objects.equals(counted.get(key), expected.get(key)));
        keys.stream()
                .limit(DIFFERENCES_MAX)
                .forEach(key ->
                        System.out.printf(
                                "%s is %s, and should be %s%n",
                                key, counted.get(key), expected.get(key)));
    }

    /// Adds the numbers of a cell, whatever its value of the attribute.
    private static void add(Map<String, Long> cellToAmount, RollupCell cell) {
        Series series = Series.of(RollupCell.newBuilder(cell).build());
        for (AuditMetric metric : AuditMetric.REPORTED) {
            if (metric.of(cell) != 0) {
                String key = cell.getStartsAt() + " " + cell.getCorrection() + series + metric;
                cellToAmount.merge(key, metric.of(cell), Long::sum);
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
            settings.setReportedAttributes(List.of(MixedDay.ATTRIBUTE));
        }

        @Override
        public <V extends CatalogueRecord> Optional<V> latest(
                Topic<V> topic, OrgId orgId, String id) {
            return Optional.empty();
        }

        @Override
        public <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
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
