package io.interlude.fetch.handover;

import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/// Asks the brokers with Kafka's admin client.
final class AdminJournalEnds implements JournalEnds {
    private static final int TIMEOUT_MS = 2_000;

    private final Admin admin;
    private final String applicationId;

    /// @param applicationId the aggregator's
    AdminJournalEnds(Admin admin, String applicationId) {
        this.admin = admin;
        this.applicationId = applicationId;
    }

    @Override
    public Map<Integer, CompletableFuture<Long>> ends(Collection<Integer> partitions) {
        Map<TopicPartition, OffsetSpec> latest = HashMap.newHashMap(partitions.size());
        partitions.forEach(partition -> latest.put(place(partition), OffsetSpec.latest()));
        ListOffsetsResult answer =
                admin.listOffsets(latest, new ListOffsetsOptions().timeoutMs(TIMEOUT_MS));
        Map<Integer, CompletableFuture<Long>> partitionToEnd = HashMap.newHashMap(latest.size());
        latest.keySet()
                .forEach(place ->
                        partitionToEnd.put(
                                place.partition(),
                                answer.partitionResult(place)
                                        .toCompletionStage()
                                        .toCompletableFuture()
                                        .thenApply(
                                                ListOffsetsResult.ListOffsetsResultInfo::offset)));
        return partitionToEnd;
    }

    private static TopicPartition place(int partition) {
        return new TopicPartition(Topics.FETCHES.name(), partition);
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> committed() {
        return admin.listStreamsGroupOffsets(
                        Map.of(applicationId, new ListStreamsGroupOffsetsSpec()),
                        new ListStreamsGroupOffsetsOptions().timeoutMs(TIMEOUT_MS))
                .partitionsToOffsetAndMetadata(applicationId)
                .toCompletionStage()
                .toCompletableFuture()
                .thenApply(AdminJournalEnds::ofFetches);
    }

    private static Map<Integer, Long> ofFetches(Map<TopicPartition, OffsetAndMetadata> answer) {
        Map<Integer, Long> partitionToOffset = new HashMap<>();
        answer.forEach((place, committed) -> {
            // A partition without a commit is there, with null.
            if (committed != null && place.topic().equals(Topics.FETCHES.name())) {
                partitionToOffset.put(place.partition(), committed.offset());
            }
        });
        return partitionToOffset;
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
