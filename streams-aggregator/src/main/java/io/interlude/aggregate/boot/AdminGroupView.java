package io.interlude.aggregate.boot;

import io.interlude.aggregate.serving.GroupView;
import io.interlude.aggregate.serving.LocalTasks;
import io.interlude.state.wire.StoreGroup;
import java.net.URI;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeStreamsGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.StreamsGroupDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment.TaskIds;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupSubtopologyDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/// Asks the brokers with Kafka's admin client.
final class AdminGroupView implements GroupView {
    /// Older answers prove nothing.
    private static final int TIMEOUT_MS = 4_000;

    private final Admin admin;
    private final String applicationId;
    private final URI url;

    /// @param url of this process, as it told the group
    AdminGroupView(Admin admin, String applicationId, URI url) {
        this.admin = admin;
        this.applicationId = applicationId;
        this.url = url;
    }

    @Override
    public CompletableFuture<Map<TopicPartition, Long>> committed() {
        return future(
                        admin.listStreamsGroupOffsets(
                                        Map.of(applicationId, new ListStreamsGroupOffsetsSpec()),
                                        new ListStreamsGroupOffsetsOptions().timeoutMs(TIMEOUT_MS))
                                .partitionsToOffsetAndMetadata(applicationId))
                .thenApply(answer -> {
                    Map<TopicPartition, Long> committed = new HashMap<>();
                    answer.forEach((place, offset) -> {
                        // A partition without a commit is there, with null.
                        if (offset != null) {
                            committed.put(place, offset.offset());
                        }
                    });
                    return committed;
                });
    }

    /// Both ends are asked for at once; that of what is decided must not be read later than the
    /// other, or a transaction that has just ended would look as if none was open. So it is read
    /// first.
    @Override
    public CompletableFuture<Map<TopicPartition, LogEnd>> ends(Collection<TopicPartition> logs) {
        if (logs.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        return ends(logs, IsolationLevel.READ_COMMITTED)
                .thenCompose(committed ->
                        ends(logs, IsolationLevel.READ_UNCOMMITTED)
                                .thenApply(written -> {
                                    Map<TopicPartition, LogEnd> ends = new HashMap<>();
                                    committed.forEach((log, end) ->
                                            ends.put(
                                                    log,
                                                    new LogEnd(
                                                            end, written.getOrDefault(log, end))));
                                    return ends;
                                }));
    }

    private CompletableFuture<Map<TopicPartition, Long>> ends(
            Collection<TopicPartition> logs, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        logs.forEach(log -> latest.put(log, OffsetSpec.latest()));
        return future(
                        admin.listOffsets(
                                        latest,
                                        new ListOffsetsOptions(isolation).timeoutMs(TIMEOUT_MS))
                                .all())
                .thenApply(answer -> {
                    Map<TopicPartition, Long> ends = new HashMap<>();
                    answer.forEach((log, end) -> ends.put(log, end.offset()));
                    return ends;
                });
    }

    @Override
    public CompletableFuture<Map<StoreGroup, Set<Integer>>> owned() {
        return future(
                        admin.describeStreamsGroups(
                                        List.of(applicationId),
                                        new DescribeStreamsGroupsOptions().timeoutMs(TIMEOUT_MS))
                                .all())
                .thenApply(groups -> {
                    StreamsGroupDescription group = groups.get(applicationId);
                    return group == null ? Map.of() : owned(group);
                });
    }

    private Map<StoreGroup, Set<Integer>> owned(StreamsGroupDescription group) {
        Map<String, StoreGroup> idToGroup = new HashMap<>();
        for (StreamsGroupSubtopologyDescription part : group.subtopologies()) {
            Stream.concat(
                            part.sourceTopics().stream(),
                            part.repartitionSourceTopics().keySet().stream())
                    .forEach(topic -> {
                        for (StoreGroup one : StoreGroup.values()) {
                            if (LocalTasks.reads(one, topic)) {
                                idToGroup.put(part.subtopologyId(), one);
                            }
                        }
                    });
        }
        Map<StoreGroup, Set<Integer>> owned = new EnumMap<>(StoreGroup.class);
        for (StreamsGroupMemberDescription member : group.members()) {
            if (isThisProcess(member)) {
                for (TaskIds tasks : member.assignment().activeTasks()) {
                    StoreGroup of = idToGroup.get(tasks.subtopologyId());
                    if (of != null) {
                        owned.computeIfAbsent(of, _ -> new HashSet<>()).addAll(tasks.partitions());
                    }
                }
            }
        }
        return owned;
    }

    private boolean isThisProcess(StreamsGroupMemberDescription member) {
        return member.userEndpoint()
                .filter(end -> end.host().equals(url.getHost()) && end.port() == url.getPort())
                .isPresent();
    }

    private static <T> CompletableFuture<T> future(KafkaFuture<T> answer) {
        return answer.toCompletionStage().toCompletableFuture();
    }
}
