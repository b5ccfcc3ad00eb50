package io.interlude.journal.append;

import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/// Offsets of `ads.fetches` by partition, asked of the brokers. Nothing waits: each answer is a
/// future that fails after the timeout.
public final class FetchOffsets {
    private final Admin admin;
    private final int timeoutMillis;

    public FetchOffsets(Admin admin, Duration timeout) {
        this.admin = admin;
        timeoutMillis = Math.toIntExact(timeout.toMillis());
    }

    /// Of each partition's first record that is still there.
    public CompletableFuture<Map<Integer, Long>> starts(int partitionCount) {
        return offsets(partitionCount, OffsetSpec.earliest());
    }

    /// Behind each partition's last record.
    public CompletableFuture<Map<Integer, Long>> ends(int partitionCount) {
        return offsets(partitionCount, OffsetSpec.latest());
    }

    /// Behind the last record of each of the partitions. One whose leader is away keeps nobody else
    /// waiting.
    public Map<Integer, CompletableFuture<Long>> ends(Collection<Integer> partitions) {
        ListOffsetsResult answer = ask(partitions, OffsetSpec.latest());
        return partitions.stream()
                .collect(
                        Collectors.toMap(
                                partition -> partition,
                                partition ->
                                        future(answer.partitionResult(place(partition)))
                                                .thenApply(ListOffsetsResultInfo::offset)));
    }

    /// Behind the last record that the aggregator has applied and committed; absent for none.
    ///
    /// @param applicationId the aggregator's
    public CompletableFuture<Map<Integer, Long>> committed(String applicationId) {
        return new GroupOffsets(admin, applicationId, Duration.ofMillis(timeoutMillis))
                .committed()
                .thenApply(FetchOffsets::ofFetches);
    }

    private CompletableFuture<Map<Integer, Long>> offsets(int partitionCount, OffsetSpec spec) {
        return future(ask(IntStream.range(0, partitionCount).boxed().toList(), spec).all())
                .thenApply(FetchOffsets::byPartition);
    }

    private ListOffsetsResult ask(Collection<Integer> partitions, OffsetSpec spec) {
        return admin.listOffsets(
                partitions.stream().collect(Collectors.toMap(FetchOffsets::place, _ -> spec)),
                new ListOffsetsOptions().timeoutMs(timeoutMillis));
    }

    private static TopicPartition place(int partition) {
        return new TopicPartition(Topics.FETCHES.name(), partition);
    }

    private static Map<Integer, Long> byPartition(
            Map<TopicPartition, ListOffsetsResultInfo> answer) {
        return answer.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                entry -> entry.getKey().partition(),
                                entry -> entry.getValue().offset()));
    }

    private static Map<Integer, Long> ofFetches(Map<TopicPartition, Long> committed) {
        Map<Integer, Long> partitionToOffset = new HashMap<>();
        committed.forEach((place, offset) -> {
            if (place.topic().equals(Topics.FETCHES.name())) {
                partitionToOffset.put(place.partition(), offset);
            }
        });
        return partitionToOffset;
    }

    private static <T> CompletableFuture<T> future(KafkaFuture<T> answer) {
        return answer.toCompletionStage().toCompletableFuture();
    }
}
