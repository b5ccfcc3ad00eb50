package io.interlude.manage.simulation;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.SimulationRecorded;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// The simulations of all instances, as `catalogue.simulations` has them. Safe for use by many
/// threads.
public final class KeptSimulations implements RecordListener {
    static final int OF_ORG_MAX = 20;
    static final int ALL_MAX = 100;

    private final Writer writer;
    private final Map<String, SimulationRecorded> keyToSimulation = new HashMap<>();

    /// The instances that began to make one that runs. Compaction may take some of their records
    /// away, but no sooner than days after.
    private final Map<String, Set<String>> keyToBegunBy = new HashMap<>();

    /// Writes a record of a key, or deletes the key's; completes once it is safe.
    @FunctionalInterface
    public interface Writer {
        CompletableFuture<Void> write(String key, @Nullable SimulationRecorded value);
    }

    public KeptSimulations(Writer writer) {
        this.writer = writer;
    }

    CompletableFuture<Void> write(SimulationRecorded simulation) {
        return writer.write(key(simulation), simulation);
    }

    /// The org's simulations.
    synchronized List<SimulationRecorded> list(OrgId orgId) {
        return keyToSimulation.values().stream()
                .filter(kept -> kept.getOrgId().equals(orgId.value()))
                .toList();
    }

    synchronized Optional<SimulationRecorded> find(OrgId orgId, String id) {
        return Optional.ofNullable(keyToSimulation.get(key(orgId.value(), id)));
    }

    /// Those that run nowhere any more: nothing was heard of them since an instant.
    synchronized List<SimulationRecorded> abandoned(Instant since) {
        return keyToSimulation.values().stream()
                .filter(KeptSimulations::isRunning)
                .filter(kept -> kept.getRecordedAt().isBefore(since))
                .toList();
    }

    /// How many instances have begun to make the simulation.
    synchronized int begun(OrgId orgId, String id) {
        return keyToBegunBy.getOrDefault(key(orgId.value(), id), Set.of()).size();
    }

    /// Deletes the oldest ended ones, beyond what is kept of an org and of all.
    void forget(OrgId orgId) {
        List<SimulationRecorded> tooMany;
        synchronized (this) {
            tooMany =
                    Stream.concat(
                                    oldest(list(orgId), OF_ORG_MAX),
                                    oldest(List.copyOf(keyToSimulation.values()), ALL_MAX))
                            .toList();
        }
        for (SimulationRecorded kept : tooMany) {
            var _ = writer.write(key(kept), null);
        }
    }

    private static Stream<SimulationRecorded> oldest(List<SimulationRecorded> all, int most) {
        return all.stream()
                .sorted(Comparator.comparing(SimulationRecorded::getStartedAt))
                .limit(Math.max(0, all.size() - most))
                .filter(kept -> !isRunning(kept));
    }

    private static boolean isRunning(SimulationRecorded simulation) {
        return simulation.getFound() == null;
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        SimulationRecorded record = (SimulationRecorded) value;
        synchronized (this) {
            if (!isRunning(record)) {
                keyToBegunBy.remove(key(record));
            } else if (record.getProgress() > 0) {
                keyToBegunBy
                        .computeIfAbsent(key(record), _ -> new HashSet<>())
                        .add(record.getInstance());
            }
            keyToSimulation.merge(
                    key(record),
                    record,
                    // Two instances may have made it: what one of them found stays.
                    (before, after) -> isRunning(after) && !isRunning(before) ? before : after);
        }
    }

    @Override
    public synchronized void onTombstone(Topic<?> topic, ConsumerRecord<String, byte[]> source) {
        keyToSimulation.remove(source.key());
        keyToBegunBy.remove(source.key());
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}

    private static String key(SimulationRecorded simulation) {
        return key(simulation.getOrgId(), simulation.getSimulationId());
    }

    private static String key(String org, String id) {
        return org + '/' + id;
    }
}
