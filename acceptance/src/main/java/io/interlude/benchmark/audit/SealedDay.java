package io.interlude.benchmark.audit;

import io.interlude.benchmark.audit.Faults.Fault;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.report.audit.ManifestCheck;
import io.interlude.report.manifest.ManifestJournal;
import io.interlude.report.manifest.ManifestKeys;
import io.interlude.report.manifest.ManifestSealer;
import io.interlude.report.manifest.SealingLimits;
import io.interlude.schema.HourSealed;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// The manifests of a [MixedDay], made by the sealer of the product once the day is over.
final class SealedDay {
    private static final InstantSource CLOCK =
            InstantSource.fixed(MixedDay.START.plus(Duration.ofHours(27)));
    private static final SealingLimits LIMITS =
            new SealingLimits(Duration.ofMinutes(1), Duration.ofMillis(5), 64 << 20);
    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final KafkaClients clients;
    private final ManifestKeys keys =
            new ManifestKeys(
                    new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES])), List.of());
    private final List<HourSealed> manifests = new ArrayList<>();
    private Duration took = Duration.ZERO;

    private SealedDay(KafkaClients clients) {
        this.clients = clients;
    }

    /// Seals the day, whose records are in the journal.
    static SealedDay seal(KafkaClients clients) {
        SealedDay day = new SealedDay(clients);
        long records = day.recordCount();
        long startNanos = System.nanoTime();
        try (ManifestJournal journal =
                        new ManifestJournal(clients::replayConsumer, clients.deserializer());
                ManifestSealer sealer = day.sealer(journal)) {
            sealer.start();
            while (day.sealedRecords() < records) {
                day.took = Duration.ofNanos(System.nanoTime() - startNanos);
                if (day.took.compareTo(DEADLINE) > 0) {
                    throw new IllegalStateException("the day is not sealed");
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
                day.manifests.clear();
                journal.forEach(day.manifests::add);
            }
        }
        return day;
    }

    private long recordCount() {
        try (Consumer<String, byte[]> consumer = clients.replayConsumer()) {
            List<TopicPartition> places =
                    Topics.folded().stream()
                            .flatMap(topic -> consumer.partitionsFor(topic.name()).stream())
                            .map(info -> new TopicPartition(info.topic(), info.partition()))
                            .toList();
            consumer.assign(places);
            return consumer.endOffsets(places).values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private ManifestSealer sealer(ManifestJournal journal) {
        return new ManifestSealer(
                keys,
                journal,
                () -> clients.transactionalProducer(ManifestSealer.TRANSACTIONAL_ID),
                clients::sealingConsumer,
                LIMITS,
                CLOCK,
                new SimpleMeterRegistry());
    }

    private long sealedRecords() {
        return manifests.stream().mapToLong(HourSealed::getCount).sum();
    }

    int hours() {
        return manifests.size();
    }

    Duration took() {
        return took;
    }

    /// A check against the manifests, of which a fault may concern one.
    ManifestCheck check(@Nullable Fault fault) {
        List<HourSealed> found = new ArrayList<>(manifests);
        if (fault instanceof Fault.InManifests harmed) {
            harmed.change().accept(found);
        }
        return ManifestCheck.of(found::forEach, keys::verify);
    }

    /// A consumer of the journal, one record of which a fault may concern.
    Consumer<String, byte[]> consumer(@Nullable Fault fault) {
        Consumer<String, byte[]> genuine = clients.replayConsumer();
        if (fault instanceof Fault.InLog harmed) {
            HourSealed hour =
                    manifests.stream()
                            .filter(each -> each.getTopic().equals(harmed.topic().name()))
                            .filter(each -> each.getCount() > 1)
                            .findFirst()
                            .orElseThrow();
            TopicPartition place = new TopicPartition(hour.getTopic(), hour.getPartition());
            return TamperedLog.of(
                    genuine,
                    place,
                    harmed.offset().applyAsLong(hour),
                    bytes -> harmed.altered().apply(clients, bytes));
        }
        return genuine;
    }
}
