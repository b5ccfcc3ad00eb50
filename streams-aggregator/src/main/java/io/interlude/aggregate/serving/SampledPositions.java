package io.interlude.aggregate.serving;

import io.interlude.aggregate.query.JournalOffsets;
import io.interlude.kit.state.remote.StoreGroup;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks several times a second at what the tasks of this process have committed. What a task has
/// not told since it began to run here, the broker tells: its store includes what the group had
/// committed before.
public final class SampledPositions implements AppliedPositions, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SampledPositions.class);
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final RunningStreams streams;
    private final JournalOffsets offsets;
    private final ScheduledExecutorService samples =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("aggregator-positions").factory());
    private volatile Map<Integer, Long> counters = Map.of();
    private volatile Map<Integer, Long> cells = Map.of();

    public SampledPositions(RunningStreams streams, JournalOffsets offsets) {
        this.streams = streams;
        this.offsets = offsets;
    }

    public void start() {
        sample();
    }

    @Override
    public long ofOwner(StoreGroup group, int partition) {
        return switch (group) {
            case COUNTERS -> counters.getOrDefault(partition, NOT_FIT);
            case CELLS -> cells.getOrDefault(partition, NOT_FIT);
        };
    }

    @Override
    public long ofStandby(StoreGroup group, int partition) {
        return NOT_FIT;
    }

    @Override
    public void close() {
        samples.shutdownNow();
    }

    private void sample() {
        Map<Integer, Long> own = LocalTasks.committed(streams.threads(), StoreGroup.COUNTERS);
        var _ =
                offsets.committed()
                        .thenAccept(committed -> take(own, committed))
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                LOG.warn("event=positions_unknown cause={}", failure.toString());
                            }
                            if (!samples.isShutdown()) {
                                var _ =
                                        samples.schedule(
                                                this::sample,
                                                INTERVAL.toMillis(),
                                                TimeUnit.MILLISECONDS);
                            }
                        });
    }

    private void take(Map<Integer, Long> own, Map<Integer, Long> committed) {
        Map<Integer, Long> known = new HashMap<>();
        own.forEach((partition, offset) ->
                known.put(partition, offset >= 0 ? offset : committed.getOrDefault(partition, 0L)));
        counters = Map.copyOf(known);
        Map<Integer, Long> running = new HashMap<>();
        LocalTasks.committed(streams.threads(), StoreGroup.CELLS)
                .forEach((partition, offset) -> running.put(partition, Math.max(0, offset)));
        cells = Map.copyOf(running);
    }
}
