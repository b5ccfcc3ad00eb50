package io.interlude.aggregate.boot;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.group.GroupTopology;
import io.interlude.aggregate.query.JournalCatchUp;
import io.interlude.aggregate.query.StorePartitions;
import io.interlude.aggregate.serving.RunningStreams;
import io.interlude.aggregate.serving.StandbyOffsets;
import io.interlude.aggregate.state.RunningStores;
import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.web.boot.StartPhase;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/// Runs the topology: starts it, keeps it going, gives access to its stores, and leaves the group
/// when it stops, so that the next start need not wait for this one's session to end.
final class AggregatorStreams
        implements SmartLifecycle, StorePartitions, RunningStreams, ReadinessCheck {
    private static final Logger LOG = LoggerFactory.getLogger(AggregatorStreams.class);
    private static final Duration CATCH_UP_INTERVAL = Duration.ofMillis(100);
    private static final Duration REPLACEMENT_PAUSE = Duration.ofSeconds(1);

    private final Topology topology;
    private final Properties settings;
    private final GroupTopology groupTopology;
    private final JournalCatchUp catchUp;
    private final RunningStores runningStores;
    private final Duration closeTimeout;
    private final Counter replacedThreads;
    private final StandbyOffsets standbyOffsets = new StandbyOffsets();
    private final RestoreMeters restoreMeters;
    private final UncleanStores stores;
    private volatile @Nullable KafkaStreams streams;
    private volatile @Nullable ScheduledExecutorService catchUpPolls;
    private volatile boolean hasCaughtUp;

    AggregatorStreams(
            Topology topology,
            Properties settings,
            GroupTopology groupTopology,
            JournalCatchUp catchUp,
            RunningStores runningStores,
            Duration closeTimeout,
            MeterRegistry registry) {
        this.topology = topology;
        this.settings = settings;
        this.groupTopology = groupTopology;
        this.catchUp = catchUp;
        this.runningStores = runningStores;
        this.closeTimeout = closeTimeout;
        replacedThreads = registry.counter("interlude.aggregate.threads.replaced");
        StreamsGauges.register(registry, () -> streams);
        restoreMeters = new RestoreMeters(standbyOffsets, registry, () -> streams);
        stores =
                new UncleanStores(
                        Path.of(
                                settings.getProperty(StreamsConfig.STATE_DIR_CONFIG),
                                settings.getProperty(StreamsConfig.APPLICATION_ID_CONFIG)));
    }

    @Override
    public synchronized void start() {
        if (streams != null) {
            return;
        }
        groupTopology.forget();
        KafkaStreams starting = new KafkaStreams(topology, settings);
        starting.setUncaughtExceptionHandler(this::replaceThread);
        starting.setGlobalStateRestoreListener(restoreMeters);
        starting.setStandbyUpdateListener(restoreMeters);
        starting.setStateListener((now, before) -> {
            LOG.info("event=aggregator_state from={} to={}", before, now);
            if (now == KafkaStreams.State.RUNNING) {
                groupTopology.accepted();
            }
        });
        // The stores are this process's from the moment that Streams has taken the folder.
        stores.discard();
        streams = starting;
        ScheduledExecutorService polls =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("aggregator-catch-up").factory());
        catchUpPolls = polls;
        poll(polls);
        starting.start();
    }

    @Override
    public void stop() {
        stop(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    }

    /// Stops, and says farewell to the group or is missed by it.
    synchronized void stop(CloseOptions.GroupMembershipOperation farewell) {
        KafkaStreams stopping = streams;
        if (stopping == null) {
            return;
        }
        requireNonNull(catchUpPolls, "not started").shutdownNow();
        boolean closed =
                stopping.close(
                        CloseOptions.groupMembershipOperation(farewell).withTimeout(closeTimeout));
        if (closed) {
            stores.closed();
        } else {
            LOG.warn("event=aggregator_close_timeout timeout={}", closeTimeout);
        }
        streams = null;
        hasCaughtUp = false;
    }

    @Override
    public boolean isRunning() {
        return streams != null;
    }

    @Override
    public int getPhase() {
        return StartPhase.PROCESSING;
    }

    @Override
    public String name() {
        return "aggregator";
    }

    /// Whether it runs and has applied the journal, and from then on until it stops: while the
    /// brokers are away or the group is rearranged, the process still takes events and clicks.
    @Override
    public boolean ready() {
        KafkaStreams running = streams;
        if (running == null) {
            return false;
        }
        if (!hasCaughtUp) {
            hasCaughtUp = running.state() == KafkaStreams.State.RUNNING && catchUp.caughtUp();
        }
        return hasCaughtUp;
    }

    @Override
    public <K, V> ReadOnlyKeyValueStore<K, V> open(String storeName, int partition) {
        KafkaStreams running = requireRunning();
        ReadOnlyKeyValueStore<K, V> store = runningStores.of(storeName, partition);
        return store == null
                ? running.store(AggregatorStreams.<K, V>parameters(storeName, partition))
                : store;
    }

    @Override
    public StorePartitions standbys() {
        return new StorePartitions() {
            @Override
            public <K, V> ReadOnlyKeyValueStore<K, V> open(String storeName, int partition) {
                return requireRunning()
                        .store(
                                AggregatorStreams.<K, V>parameters(storeName, partition)
                                        .enableStaleStores());
            }
        };
    }

    private static <K, V> StoreQueryParameters<ReadOnlyKeyValueStore<K, V>> parameters(
            String storeName, int partition) {
        return StoreQueryParameters.fromNameAndType(
                        storeName, QueryableStoreTypes.<K, V>keyValueStore())
                .withPartition(partition);
    }

    private KafkaStreams requireRunning() {
        KafkaStreams running = streams;
        if (running == null) {
            throw new StreamsNotStartedException("the aggregator is not running");
        }
        return running;
    }

    @Override
    public Set<ThreadMetadata> threads() {
        KafkaStreams running = streams;
        return running == null || !running.state().isRunningOrRebalancing()
                ? Set.of()
                : running.metadataForLocalThreads();
    }

    @Override
    public Collection<StreamsMetadata> clients() {
        KafkaStreams running = streams;
        return running == null || !running.state().isRunningOrRebalancing()
                ? List.of()
                : running.metadataForAllStreamsClients();
    }

    @Override
    public StandbyOffsets standbyOffsets() {
        return standbyOffsets;
    }

    /// Records of changelogs that were read to own partitions.
    double restored() {
        return restoreMeters.restored();
    }

    /// Compares, and plans the next comparison unless everything has caught up.
    private void poll(ScheduledExecutorService polls) {
        var _ =
                catchUp.compare()
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                LOG.warn(
                                        "event=catch_up_comparison_failed cause={}",
                                        failure.toString());
                            }
                            if (!catchUp.caughtUp() && !polls.isShutdown()) {
                                var _ =
                                        polls.schedule(
                                                () -> poll(polls),
                                                CATCH_UP_INTERVAL.toMillis(),
                                                TimeUnit.MILLISECONDS);
                            }
                        });
    }

    /// A thread dies of what may pass: a broker or a registry that is away. The pause keeps one
    /// that dies at once from being replaced in a loop.
    private StreamThreadExceptionResponse replaceThread(Throwable cause) {
        if (!groupTopology.refused(cause)) {
            LOG.error("event=aggregator_thread_died", cause);
        }
        replacedThreads.increment();
        LockSupport.parkNanos(REPLACEMENT_PAUSE.toNanos());
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
}
