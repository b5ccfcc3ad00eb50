package io.interlude.aggregate.boot;

import io.interlude.aggregate.serving.RunningStreams;
import io.interlude.aggregate.subscriber.SubscriberChangelog;
import io.interlude.aggregate.topology.StoreNames;
import io.interlude.journal.availability.ReadinessCheck;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.processor.TaskId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the brokers now and then whether the tasks of this process go on. While one stands still
/// the process is not ready, and a gauge tells. A process whose tasks are restored or catch up is
/// not said to stand still, nor is one whose brokers do not answer: then there is nothing to read.
final class StandingTasks implements ReadinessCheck, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StandingTasks.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final int TIMEOUT_MS = 5_000;

    /// The end of a partition lies behind the marker of its last transaction, which is no record.
    private static final long MARKERS_MAX = 1;

    private final Admin admin;
    private final String applicationId;
    private final RunningStreams streams;
    private final DoubleSupplier restored;
    private final TaskProgress progress = new TaskProgress();
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("standing-tasks").factory());

    /// The tasks that this process had last: one whose thread dies again and again has none at
    /// times.
    private Map<TaskId, Set<TopicPartition>> taskToPlaces = Map.of();

    private boolean changelogAdapted;
    private volatile int standing;

    /// @param restored records of changelogs that were read until now
    StandingTasks(
            Admin admin,
            String applicationId,
            RunningStreams streams,
            DoubleSupplier restored,
            MeterRegistry registry) {
        this.admin = admin;
        this.applicationId = applicationId;
        this.streams = streams;
        this.restored = restored;
        Gauge.builder("interlude.aggregate.standing", () -> standing)
                .description(
                        "Tasks of this process that stand still although there is more to read")
                .register(registry);
    }

    /// Begins to look.
    void start() {
        var _ =
                looks.scheduleWithFixedDelay(
                        this::look,
                        INTERVAL.toMillis(),
                        INTERVAL.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }

    @Override
    public String name() {
        return "aggregation";
    }

    @Override
    public boolean ready() {
        return standing == 0;
    }

    private void look() {
        Map<TaskId, Set<TopicPartition>> present =
                streams.threads().stream()
                        .flatMap(thread -> thread.activeTasks().stream())
                        .collect(
                                Collectors.toMap(
                                        TaskMetadata::taskId,
                                        TaskMetadata::topicPartitions,
                                        (one, _) -> one));
        taskToPlaces = present.isEmpty() ? taskToPlaces : present;
        try {
            changelogAdapted = changelogAdapted || SubscriberChangelog.adapt(admin, changelog());
            int now = progress.standing(seen(), restored.getAsDouble(), System.nanoTime());
            if (now != standing) {
                LOG.warn("event=standing_tasks tasks={} before={}", now, standing);
            }
            standing = now;
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            LOG.debug("event=task_progress_unknown", e);
            progress.forget();
            standing = 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String changelog() {
        return StoreNames.changelog(applicationId, StoreNames.SUBSCRIBER_FREQUENCIES);
    }

    private Map<TaskId, TaskProgress.Seen> seen()
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, Long> committed = committed();
        Map<TopicPartition, Long> starts = offsets(OffsetSpec.earliest());
        Map<TopicPartition, Long> ends = offsets(OffsetSpec.latest());
        Map<TaskId, TaskProgress.Seen> taskToSeen = new HashMap<>();
        taskToPlaces.forEach((task, places) -> {
            long sum = 0;
            long lag = 0;
            for (TopicPartition place : places) {
                long read =
                        Math.max(committed.getOrDefault(place, 0L), starts.getOrDefault(place, 0L));
                long left = ends.getOrDefault(place, 0L) - read;
                sum += read;
                lag += left > MARKERS_MAX ? left : 0;
            }
            taskToSeen.put(task, new TaskProgress.Seen(sum, lag));
        });
        return taskToSeen;
    }

    private Map<TopicPartition, Long> committed()
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, Long> committed = new HashMap<>();
        get(admin.listStreamsGroupOffsets(
                                Map.of(applicationId, new ListStreamsGroupOffsetsSpec()),
                                new ListStreamsGroupOffsetsOptions().timeoutMs(TIMEOUT_MS))
                        .partitionsToOffsetAndMetadata(applicationId))
                .forEach((place, offset) -> {
                    // A partition without a commit is there, with null.
                    if (offset != null) {
                        committed.put(place, offset.offset());
                    }
                });
        return committed;
    }

    private Map<TopicPartition, Long> offsets(OffsetSpec which)
            throws ExecutionException, InterruptedException, TimeoutException {
        List<TopicPartition> places =
                taskToPlaces.values().stream().flatMap(Set::stream).distinct().toList();
        Map<TopicPartition, ListOffsetsResultInfo> found =
                get(
                        admin.listOffsets(
                                        places.stream()
                                                .collect(Collectors.toMap(it -> it, _ -> which)),
                                        new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)
                                                .timeoutMs(TIMEOUT_MS))
                                .all());
        return found.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().offset()));
    }

    private static <T> T get(KafkaFuture<T> answer)
            throws ExecutionException, InterruptedException, TimeoutException {
        return answer.get(2L * TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }
}
