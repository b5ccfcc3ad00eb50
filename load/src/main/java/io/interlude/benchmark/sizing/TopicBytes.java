package io.interlude.benchmark.sizing;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.TopicPartition;

/// The bytes of a running product's topics on the brokers' disks: one copy of each.
///
/// @param bytes of the log's files, batches' heads included
/// @param records offsets that were given; of topics that are written in transactions each
///   transaction's marker is one more
/// @param ends of its partitions, which tell all that was ever written
public record TopicBytes(long bytes, long records, long ends) {
    public static final TopicBytes NONE = new TopicBytes(0, 0, 0);

    /// By topic. Internal topics of Streams are among them, the brokers' own are not.
    static Map<String, TopicBytes> of(String brokers)
            throws ExecutionException, InterruptedException {
        Map<String, TopicBytes> topicToBytes = ofAll(brokers);
        topicToBytes.keySet().removeIf(topic -> topic.startsWith("__"));
        return topicToBytes;
    }

    /// By topic, the brokers' own among them.
    public static Map<String, TopicBytes> ofAll(String brokers)
            throws ExecutionException, InterruptedException {
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers))) {
            Map<TopicPartition, Long> sizes = sizes(admin);
            Map<TopicPartition, ListOffsetsResultInfo> first =
                    offsets(admin, sizes.keySet(), OffsetSpec.earliest());
            Map<TopicPartition, ListOffsetsResultInfo> next =
                    offsets(admin, sizes.keySet(), OffsetSpec.latest());
            Map<String, TopicBytes> topicToBytes = new TreeMap<>();
            sizes.forEach((partition, bytes) ->
                    topicToBytes.merge(
                            partition.topic(),
                            new TopicBytes(
                                    bytes,
                                    offset(next, partition) - offset(first, partition),
                                    offset(next, partition)),
                            TopicBytes::plus));
            return topicToBytes;
        }
    }

    private static long offset(Map<TopicPartition, ListOffsetsResultInfo> found, TopicPartition p) {
        ListOffsetsResultInfo info = found.get(p);
        return info == null ? 0 : info.offset();
    }

    private static Map<TopicPartition, Long> sizes(Admin admin)
            throws ExecutionException, InterruptedException {
        int node = admin.describeCluster().nodes().get().iterator().next().id();
        Map<TopicPartition, Long> sizes =
                new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        admin.describeLogDirs(Set.of(node)).allDescriptions().get().values().stream()
                .flatMap(folders -> folders.values().stream())
                .flatMap(folder -> folder.replicaInfos().entrySet().stream())
                .forEach(replica -> sizes.merge(replica.getKey(), size(replica), Long::sum));
        return sizes;
    }

    private static long size(Map.Entry<TopicPartition, ReplicaInfo> replica) {
        return replica.getValue().size();
    }

    private static Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Admin admin, Set<TopicPartition> partitions, OffsetSpec spec)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked =
                new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        partitions.forEach(partition -> asked.put(partition, spec));
        return admin.listOffsets(asked).all().get();
    }

    private TopicBytes plus(TopicBytes other) {
        return new TopicBytes(bytes + other.bytes, records + other.records, ends + other.ends);
    }

    /// The growth since then; no bytes where more were taken away meanwhile.
    public TopicBytes since(TopicBytes before) {
        long written = ends - before.ends;
        return new TopicBytes(Math.max(0, bytes - before.bytes), written, written);
    }

    /// Of one record; 0 of none.
    double each() {
        return records == 0 ? 0 : (double) bytes / records;
    }
}
