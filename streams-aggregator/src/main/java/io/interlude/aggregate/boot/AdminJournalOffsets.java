package io.interlude.aggregate.boot;

import io.interlude.aggregate.query.JournalOffsets;
import io.interlude.schema.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/// Asks the broker with Kafka's admin client.
final class AdminJournalOffsets implements JournalOffsets {
    private static final int TIMEOUT_MS = 5_000;

    private final Admin admin;
    private final String applicationId;
    private final int partitionCount;

    AdminJournalOffsets(Admin admin, String applicationId, int partitionCount) {
        this.admin = admin;
        this.applicationId = applicationId;
        this.partitionCount = partitionCount;
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> starts() {
        return offsets(OffsetSpec.earliest());
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> ends() {
        return offsets(OffsetSpec.latest());
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> committed() {
        return admin.listStreamsGroupOffsets(
                        Map.of(applicationId, new ListStreamsGroupOffsetsSpec()),
                        new ListStreamsGroupOffsetsOptions().timeoutMs(TIMEOUT_MS))
                .partitionsToOffsetAndMetadata(applicationId)
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(AdminJournalOffsets::ofFetches);
    }

    private CompletableFuture<Map<Integer, Long>> offsets(OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> request =
                IntStream.range(0, partitionCount)
                        .mapToObj(partition -> new TopicPartition(Topics.FETCHES.name(), partition))
                        .collect(Collectors.toMap(partition -> partition, _ -> spec));
        return admin.listOffsets(request, new ListOffsetsOptions().timeoutMs(TIMEOUT_MS))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(AdminJournalOffsets::byPartition);
    }

    private static Map<Integer, Long> byPartition(
            Map<TopicPartition, ListOffsetsResultInfo> answer) {
        return answer.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                entry -> entry.getKey().partition(),
                                entry -> entry.getValue().offset()));
    }

    private static Map<Integer, Long> ofFetches(Map<TopicPartition, OffsetAndMetadata> answer) {
        Map<Integer, Long> partitionToOffset = new HashMap<>();
        answer.forEach((partition, committed) -> {
            // A partition without a commit is there, with null.
            if (committed != null && partition.topic().equals(Topics.FETCHES.name())) {
                partitionToOffset.put(partition.partition(), committed.offset());
            }
        });
        return partitionToOffset;
    }
}
