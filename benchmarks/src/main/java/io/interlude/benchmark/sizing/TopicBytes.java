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

/// What the topics of a running product take on the brokers' disks: one copy of each.
///
/// @param bytes of the log's files, batches' heads included
/// @param records offsets that were given; of topics that are written in transactions each
///   transaction's marker is one more
record TopicBytes(long bytes, long records) {

    /// By topic. Internal topics of Streams are among them, the brokers' own are not.
    static Map<String, TopicBytes> of(String brokers)
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
                                    bytes, offset(next, partition) - offset(first, partition)),
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
                .filter(replica -> !replica.getKey().topic().startsWith("__"))
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

    TopicBytes plus(TopicBytes other) {
        return new TopicBytes(bytes + other.bytes, records + other.records);
    }

    /// Of one record; 0 of none.
    double each() {
        return records == 0 ? 0 : (double) bytes / records;
    }
}
