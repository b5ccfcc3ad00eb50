package io.interlude.journal.append;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/// The bounds of partitions and the aggregator's committed offsets in them, asked of the brokers.
/// Each answer fails after the timeout.
public final class GroupOffsets {
    private final Admin admin;
    private final String applicationId;
    private final int timeoutMillis;

    /// @param applicationId the aggregator's
    public GroupOffsets(Admin admin, String applicationId, Duration timeout) {
        this.admin = admin;
        this.applicationId = applicationId;
        timeoutMillis = Math.toIntExact(timeout.toMillis());
    }

    /// Of each of the partitions itself, be it of a transaction that is still open.
    public CompletableFuture<Map<TopicPartition, Long>> of(
            Collection<TopicPartition> places, OffsetSpec spec) {
        return admin.listOffsets(
                        places.stream().collect(Collectors.toMap(place -> place, _ -> spec)),
                        new ListOffsetsOptions().timeoutMs(timeoutMillis))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(answer ->
                        answer.entrySet().stream()
                                .collect(
                                        Collectors.toMap(
                                                Map.Entry::getKey,
                                                entry -> entry.getValue().offset())));
    }

    /// Behind the last record that is applied, by partition; absent for none.
    public CompletableFuture<Map<TopicPartition, Long>> committed() {
        return admin.listStreamsGroupOffsets(
                        Map.of(applicationId, new ListStreamsGroupOffsetsSpec()),
                        new ListStreamsGroupOffsetsOptions().timeoutMs(timeoutMillis))
                .partitionsToOffsetAndMetadata(applicationId)
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(GroupOffsets::known);
    }

    /// A partition without a commit is in the answer, with null.
    private static Map<TopicPartition, Long> known(Map<TopicPartition, OffsetAndMetadata> answer) {
        Map<TopicPartition, Long> placeToOffset = HashMap.newHashMap(answer.size());
        answer.forEach((place, committed) -> {
            if (committed != null) {
                placeToOffset.put(place, committed.offset());
            }
        });
        return placeToOffset;
    }
}
