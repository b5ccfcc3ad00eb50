package io.interlude.aggregate.serving;

import io.interlude.aggregate.query.StorePartitions;
import io.interlude.aggregate.serving.GroupView.LogEnd;
import io.interlude.aggregate.topology.StoreNames;
import io.interlude.state.wire.StoreGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks four times a second at what the stores of this process include, off the way of requests:
/// one or two questions to the brokers for all partitions. See ADR 5.
public final class SampledPositions implements AppliedPositions, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SampledPositions.class);
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final Map<StoreGroup, List<String>> GROUP_TO_STORES =
            Map.of(
                    StoreGroup.COUNTERS,
                    List.of(StoreNames.SUBSCRIBER_FREQUENCIES),
                    StoreGroup.CELLS,
                    List.of(StoreNames.ROLLUP_CELLS, StoreNames.REACH_CELLS));

    private static final Map<StoreGroup, Set<Integer>> NOTHING = Map.of();

    private final String applicationId;
    private final RunningStreams streams;
    private final StorePartitions stores;
    private final GroupView group;
    private final Map<StoreGroup, PositionLog> logs = new EnumMap<>(StoreGroup.class);
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("aggregator-positions").factory());
    private boolean silent;

    public SampledPositions(
            String applicationId, RunningStreams streams, StorePartitions stores, GroupView group) {
        this.applicationId = applicationId;
        this.streams = streams;
        this.stores = stores;
        this.group = group;
        for (StoreGroup one : StoreGroup.values()) {
            logs.put(one, new PositionLog());
        }
    }

    public void start() {
        looks.execute(this::look);
    }

    /// Of counters whatever is known is told: who reads them knows what must be in them. Cells must
    /// be fresh.
    @Override
    public long ofOwner(StoreGroup of, int partition) {
        PositionLog log = log(of);
        return of == StoreGroup.COUNTERS || log.isLevel(partition, System.nanoTime())
                ? log.ofOwner(partition)
                : NOT_FIT;
    }

    @Override
    public long ofStandby(StoreGroup of, int partition) {
        PositionLog log = log(of);
        return of == StoreGroup.COUNTERS || log.isLevel(partition, System.nanoTime())
                ? log.ofStandby(partition, streams.standbyOffsets())
                : NOT_FIT;
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }

    private PositionLog log(StoreGroup of) {
        PositionLog log = logs.get(of);
        if (log == null) {
            throw new IllegalArgumentException("no such group: " + of);
        }
        return log;
    }

    private void look() {
        long atNanos = System.nanoTime();
        var _ =
                group.committed()
                        .thenCompose(committed ->
                                group.ends(standbyChangelogs())
                                        .thenApply(ends -> new Seen(committed, ends)))
                        .thenCompose(seen -> withOwned(atNanos, seen))
                        .whenCompleteAsync(
                                (_, failure) -> {
                                    tell(failure != null);
                                    plan();
                                },
                                looks);
    }

    private void plan() {
        if (!looks.isShutdown()) {
            var _ = looks.schedule(this::look, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /// The coordinator is asked whom it gave what only when something has just begun to run here.
    private CompletableFuture<Void> withOwned(long atNanos, Seen seen) {
        boolean unproved = false;
        for (StoreGroup one : StoreGroup.values()) {
            unproved |= !log(one).unproved(running(one)).isEmpty();
        }
        return (unproved ? group.owned() : CompletableFuture.completedFuture(NOTHING))
                .thenAccept(given -> take(atNanos, seen, given));
    }

    private void take(long atNanos, Seen seen, Map<StoreGroup, Set<Integer>> given) {
        for (StoreGroup one : StoreGroup.values()) {
            PositionLog log = log(one);
            Map<Integer, Long> committed = LocalTasks.offsets(seen.committed(), one);
            log.lookAtOwned(atNanos, running(one), committed, given.getOrDefault(one, Set.of()));
            Set<Integer> standbys = LocalTasks.standbys(streams.threads(), one);
            log.follow(standbys);
            for (int partition : standbys) {
                Map<TopicPartition, LogEnd> ends = new HashMap<>();
                for (TopicPartition changelog : changelogs(one, partition)) {
                    LogEnd end = seen.ends().get(changelog);
                    if (end != null) {
                        ends.put(changelog, end);
                    }
                }
                if (ends.size() == changelogs(one, partition).size()) {
                    log.lookAtStandby(
                            partition,
                            atNanos,
                            committed.getOrDefault(partition, 0L),
                            ends,
                            streams.standbyOffsets());
                }
            }
        }
    }

    /// Tasks that run, without those that are still being restored.
    private Map<Integer, Long> running(StoreGroup of) {
        Map<Integer, Long> running = LocalTasks.committed(streams.threads(), of);
        running.keySet().removeIf(partition -> !isOpen(of, partition));
        return running;
    }

    private boolean isOpen(StoreGroup of, int partition) {
        try {
            switch (of) {
                case COUNTERS ->
                        stores.<String, Object>open(StoreNames.SUBSCRIBER_FREQUENCIES, partition)
                                .get("");
                case CELLS ->
                        stores.<Bytes, Object>open(StoreNames.ROLLUP_CELLS, partition)
                                .get(Bytes.wrap(new byte[0]));
            }
            return true;
        } catch (KafkaException | IllegalStateException e) {
            return false;
        }
    }

    private List<TopicPartition> standbyChangelogs() {
        List<TopicPartition> changelogs = new ArrayList<>();
        for (StoreGroup one : StoreGroup.values()) {
            for (int partition : LocalTasks.standbys(streams.threads(), one)) {
                changelogs.addAll(changelogs(one, partition));
            }
        }
        return changelogs;
    }

    private List<TopicPartition> changelogs(StoreGroup of, int partition) {
        return GROUP_TO_STORES.getOrDefault(of, List.of()).stream()
                .map(store ->
                        new TopicPartition(
                                "%s-%s-changelog".formatted(applicationId, store), partition))
                .toList();
    }

    private void tell(boolean failed) {
        if (failed != silent) {
            silent = failed;
            LOG.warn("event=positions known={}", !failed);
        }
    }

    /// The brokers' answers, the committed offsets first.
    private record Seen(Map<TopicPartition, Long> committed, Map<TopicPartition, LogEnd> ends) {}
}
