package io.interlude.aggregate.boot;

import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.jspecify.annotations.Nullable;

/// Gauges of the running topology. A handful of our own: Kafka's are thousands.
final class StreamsGauges {
    private static final Set<String> JOURNAL =
            Topics.folded().stream().map(Topic::name).collect(Collectors.toUnmodifiableSet());

    private StreamsGauges() {}

    static void register(MeterRegistry registry, Supplier<@Nullable KafkaStreams> streams) {
        Gauge.builder("interlude.aggregate.running", () -> running(streams.get()))
                .description("1 while the topology runs, else 0")
                .register(registry);
        Gauge.builder("interlude.aggregate.lag", () -> lag(streams.get()))
                .description("Journal records that are not yet applied and committed")
                .baseUnit("records")
                .register(registry);
        Gauge.builder("interlude.aggregate.tasks", () -> tasks(streams.get()))
                .description("Partitions of both stages that run in this process")
                .register(registry);
    }

    private static int running(@Nullable KafkaStreams streams) {
        return streams != null && streams.state() == KafkaStreams.State.RUNNING ? 1 : 0;
    }

    private static long lag(@Nullable KafkaStreams streams) {
        if (streams == null || !streams.state().isRunningOrRebalancing()) {
            return 0;
        }
        return streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .mapToLong(StreamsGauges::lag)
                .sum();
    }

    private static long lag(TaskMetadata task) {
        return task.endOffsets().entrySet().stream()
                .filter(end -> JOURNAL.contains(end.getKey().topic()))
                .mapToLong(end ->
                        Math.max(
                                0,
                                end.getValue()
                                        - Math.max(
                                                0,
                                                task.committedOffsets()
                                                        .getOrDefault(end.getKey(), 0L))))
                .sum();
    }

    private static long tasks(@Nullable KafkaStreams streams) {
        if (streams == null || !streams.state().isRunningOrRebalancing()) {
            return 0;
        }
        return streams.metadataForLocalThreads().stream()
                .mapToLong(thread -> thread.activeTasks().size())
                .sum();
    }
}
