package io.interlude.benchmark.audit;

import io.interlude.benchmark.audit.Faults.Fault;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.report.attribution.Attributions;
import io.interlude.report.attribution.KafkaOrgFold;
import io.interlude.report.audit.JournalReplay;
import io.interlude.report.audit.ServedCells;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.job.AuditResult;
import io.interlude.report.audit.job.AuditRun;
import io.interlude.report.rollup.CellDifferences;
import io.interlude.report.rollup.ReportReader;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.AttributionRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.limits.Admission;
import io.interlude.web.refusal.ProblemException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/// Audits a day of a million journal records, which a broker process of its own holds, then plants
/// one fault after the other and audits again. Ends with 1 when an audit takes longer than a
/// minute, finds something where nothing is, or misses a fault. Run with `benchmarks/audit`.
public final class AuditBenchmark {
    private static final int PARTITIONS = 12;
    private static final int FEW_RECORDS = 100_000;
    private static final int FEW_PARTITIONS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final double MILLIS_IN_SECOND = 1_000;
    private static final long POLL_NANOS = 10_000_000;
    private static final String VERSION = "version";

    /// As much as requests share in the product as it is shipped.
    private static final long MEMORY_BYTES = (768L << 20) / Admission.HEAP_PARTS;

    private final KafkaClients clients;
    private final ServedCellStore cells;
    private final SealedDay sealed;
    private final Admission admission =
            new Admission(Map.of(), MEMORY_BYTES, new SimpleMeterRegistry());

    private AuditBenchmark(KafkaClients clients, ServedCellStore cells, SealedDay sealed) {
        this.clients = clients;
        this.cells = cells;
        this.sealed = sealed;
    }

    /// Runs everything.
    ///
    /// @param arguments how many records, and the seed
    public static void main(String[] arguments) throws Exception {
        int records = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        System.exit(run(records, seed) ? 0 : 1);
    }

    /// Whether everything was as it should be.
    static boolean run(int records, long seed) throws Exception {
        TrustedClasses.install();
        Path folder = Files.createTempDirectory("interlude-audit-");
        int port = FreePorts.one();
        Process broker = startBroker(folder, port);
        try {
            String servers = "127.0.0.1:" + port;
            int partitions = records < FEW_RECORDS ? FEW_PARTITIONS : PARTITIONS;
            createTopics(servers, partitions);
            KafkaClients clients =
                    new KafkaClients(
                            servers,
                            new InProcessSchemaRegistryClient(
                                    SchemaRegistry.load(new InMemorySchemaJournal())));
            FoldedCells folded = new FoldedCells(ServedCellStore.whole());
            write(servers, clients, new MixedDay.Day(seed, partitions, records, 1), folded::add);
            ServedCellStore cells = folded.cells();
            SealedDay sealed = SealedDay.seal(clients);
            AuditBenchmark benchmark = new AuditBenchmark(clients, cells, sealed);
            boolean passes = benchmark.passes() && benchmark.foldsAVersion();
            return benchmark.findsFaults() && passes;
        } finally {
            broker.destroyForcibly().waitFor();
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private boolean passes() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long startNanos = System.nanoTime();
        long startCpuNanos = threads.getCurrentThreadCpuTime();
        AuditResult result = audit(null);
        Duration cpu = Duration.ofNanos(threads.getCurrentThreadCpuTime() - startCpuNanos);
        Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
        System.out.printf(
                "%,d records, %,d cells: %d differences in %.1f s, %.1f s of processor (limit %d s)%n%n",
                result.records(),
                result.cells(),
                result.differenceCount(),
                took.toMillis() / MILLIS_IN_SECOND,
                cpu.toMillis() / MILLIS_IN_SECOND,
                LIMIT.toSeconds());
        result.differences().stream().limit(5).forEach(each -> System.out.println(each.told()));
        System.out.printf(
                "%,d manifests, sealed in %.1f s: %,d verified, %d broken, %d hours unsealed%n%n",
                sealed.hours(),
                sealed.took().toMillis() / MILLIS_IN_SECOND,
                result.manifests().verified(),
                result.manifests().brokenCount(),
                result.manifests().unsealed());
        return result.agrees() && took.compareTo(LIMIT) < 0;
    }

    /// Whether a version of attribution is folded in time, and an audit agrees with it.
    private boolean foldsAVersion() {
        try (Attributions attributions = attributions()) {
            long startNanos = System.nanoTime();
            attributions.onRecord(
                    Topics.ATTRIBUTIONS,
                    new ConsumerRecord<>(Topics.ATTRIBUTIONS.name(), 0, 0, "", new byte[0]),
                    new AttributionRecorded(
                            MixedDay.ORG,
                            VERSION,
                            "A third of the window",
                            "{\"%s\": {\"clickWindow\": \"PT10S\"}}".formatted(MixedDay.GOAL),
                            MixedDay.START,
                            null));
            long[] conversions = new long[1];
            awaitVersion(attributions)
                    .forEach(
                            MixedDay.START,
                            MixedDay.END,
                            cell -> conversions[0] += cell.getConversionCount());
            Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
            AuditResult result = audit(run(null).with(attributions), VERSION);
            System.out.printf(
                    "a version: %+,d conversions beside what is booked, in %.1f s (limit %d s); its audit: %d differences%n%n",
                    conversions[0],
                    took.toMillis() / MILLIS_IN_SECOND,
                    LIMIT.toSeconds(),
                    result.differenceCount());
            result.differences().stream().limit(5).forEach(each -> System.out.println(each.told()));
            return result.agrees() && conversions[0] < 0 && took.compareTo(LIMIT) < 0;
        }
    }

    private Attributions attributions() {
        return new Attributions(
                (_, _) -> new CompletableFuture<>(),
                (orgId, memory) ->
                        KafkaOrgFold.begin(
                                orgId,
                                memory,
                                clients,
                                (_, _) -> {},
                                InstantSource.system(),
                                new SimpleMeterRegistry()));
    }

    private static CellDifferences awaitVersion(Attributions attributions) {
        long endNanos = System.nanoTime() + 2 * LIMIT.toNanos();
        while (true) {
            try {
                return attributions.of(new OrgId(MixedDay.ORG), VERSION);
            } catch (ProblemException e) {
                if (System.nanoTime() > endNanos) {
                    throw e;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    private boolean findsFaults() {
        boolean all = true;
        System.out.println("| fault | found | first difference |");
        System.out.println("|---|---|---|");
        for (Fault fault : Faults.all()) {
            AuditResult result =
                    switch (fault) {
                        case Fault.InJournal _, Fault.InLog _, Fault.InManifests _ -> audit(fault);
                        case Fault.InCells inCells -> {
                            List<Faults.Change> changes = inCells.changes().apply(cells);
                            changes.forEach(change -> change.apply(cells, false));
                            AuditResult found = audit(null);
                            changes.forEach(change -> change.apply(cells, true));
                            yield found;
                        }
                    };
            all &= print(fault, result);
        }
        return all;
    }

    /// Whether the fault was found: of what is sealed, by the manifests.
    private static boolean print(Fault fault, AuditResult result) {
        boolean inNumbers = fault instanceof Fault.InCells || fault instanceof Fault.InJournal;
        boolean found = inNumbers ? result.differenceCount() > 0 : !broken(result).isEmpty();
        System.out.printf(
                "| %s | %s | %s |%n",
                fault.name(),
                found ? result.differenceCount() + result.manifests().brokenCount() : "missed",
                found ? inNumbers ? result.differences().getFirst().told() : broken(result) : "");
        return found;
    }

    private static String broken(AuditResult result) {
        return result.manifests().broken().stream()
                .findFirst()
                .map(hour ->
                        "%s %d of %s: %s"
                                .formatted(
                                        hour.topic(),
                                        hour.partition(),
                                        hour.hour(),
                                        hour.problem().wireName()))
                .orElse("");
    }

    private AuditResult audit(@Nullable Fault fault) {
        return audit(run(fault), null);
    }

    private AuditRun run(@Nullable Fault fault) {
        return AuditRun.of(
                new JournalReplay(
                        () -> sealed.consumer(fault),
                        new AlteringDeserializer(
                                clients.deserializer(),
                                fault instanceof Fault.InJournal inJournal ? inJournal : null),
                        _ -> 0,
                        new AttributionWindow(Duration.ofDays(30))),
                (_, _) -> {},
                new ServedCells(cells, cells, new ReportReader(cells, cells, DEADLINE)),
                FoldedCells::flow,
                admission::work,
                () -> sealed.check(fault));
    }

    private static AuditResult audit(AuditRun run, @Nullable String attribution) {
        TimeRange day = new TimeRange(MixedDay.START, MixedDay.END);
        return run.run(
                new AuditRequest(new OrgId(MixedDay.ORG), day, ZoneOffset.UTC, null, attribution),
                _ -> {},
                () -> false);
    }

    /// @param copy gets each record, too
    static void write(
            String servers, KafkaClients clients, MixedDay.Day day, Consumer<JournalEvent> copy) {
        AtomicReference<@Nullable Exception> failed = new AtomicReference<>();
        Map<String, Object> settings =
                Map.of(
                        "bootstrap.servers",
                        servers,
                        "linger.ms",
                        5,
                        "batch.size",
                        256 << 10,
                        "delivery.timeout.ms",
                        Integer.MAX_VALUE);
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            MixedDay.write(
                    day,
                    (topic, partition, at, record) -> {
                        byte[] bytes = clients.serializer().serialize(topic.name(), record);
                        var _ =
                                producer.send(
                                        new ProducerRecord<>(
                                                topic.name(),
                                                partition,
                                                at.toEpochMilli(),
                                                key(record),
                                                bytes),
                                        (_, failure) -> failed.compareAndSet(null, failure));
                        copy.accept(record);
                    });
            producer.flush();
        }
        Exception failure = failed.get();
        if (failure != null) {
            throw new IllegalStateException("a record is not written", failure);
        }
    }

    private static String key(JournalEvent record) {
        return String.valueOf(record.getFetchId());
    }

    static void createTopics(String servers, int partitions) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            List<NewTopic> topics =
                    Topics.folded().stream()
                            .map(Topic::name)
                            .map(name -> new NewTopic(name, partitions, (short) 1))
                            .toList();
            admin.createTopics(List.of(new NewTopic(Topics.MANIFESTS.name(), 1, (short) 1)))
                    .all()
                    .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            admin.createTopics(topics).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    static Process startBroker(Path folder, int port) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx512m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.interlude.benchmark.faults.BrokerProcess",
                                folder.resolve("broker").toString(),
                                Integer.toString(port)));
        builder.redirectErrorStream(true);
        builder.redirectOutput(folder.resolve("broker.log").toFile());
        return builder.start();
    }
}
