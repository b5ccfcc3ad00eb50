package io.interlude.benchmark.rebalance;

import io.interlude.schema.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;

/// The offsets of `ads.fetches` that the aggregator's group has committed, by the broker.
final class AppliedFetches implements AutoCloseable {
    private final Admin admin;
    private final List<TopicPartition> places;
    private final AtomicLongArray committed;

    AppliedFetches(String brokers, int partitions) {
        admin = Admin.create(Map.of("bootstrap.servers", brokers));
        places =
                IntStream.range(0, partitions)
                        .mapToObj(partition -> new TopicPartition(Topics.FETCHES.name(), partition))
                        .toList();
        committed = new AtomicLongArray(partitions);
    }

    Admin admin() {
        return admin;
    }

    /// The committed offset, as last asked for.
    long committed(int partition) {
        return committed.get(partition);
    }

    /// Fetches in the journal that are not committed. Commits stay: a group that is not there yet
    /// has committed nothing.
    long lag() throws InterruptedException {
        try {
            admin.listStreamsGroupOffsets(
                            Map.of(Aggregators.APPLICATION_ID, new ListStreamsGroupOffsetsSpec()))
                    .partitionsToOffsetAndMetadata(Aggregators.APPLICATION_ID)
                    .get()
                    .forEach((place, offset) -> {
                        if (offset != null && places.contains(place)) {
                            committed.set(place.partition(), offset.offset());
                        }
                    });
            long lag = 0;
            for (Map.Entry<TopicPartition, Long> end : ends().entrySet()) {
                lag += end.getValue() - committed(end.getKey().partition());
            }
            return lag;
        } catch (ExecutionException e) {
            return Long.MAX_VALUE;
        }
    }

    /// The present ends of the journal.
    Map<TopicPartition, Long> ends() throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> latest =
                places.stream().collect(Collectors.toMap(p -> p, _ -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(latest)
                .all()
                .get()
                .forEach((place, found) -> ends.put(place, found.offset()));
        return ends;
    }

    /// Has the group keep so many standbys from now on.
    void setStandbys(int replicas) throws InterruptedException, ExecutionException {
        admin.incrementalAlterConfigs(
                        Map.of(
                                new ConfigResource(
                                        ConfigResource.Type.GROUP, Aggregators.APPLICATION_ID),
                                List.of(
                                        new AlterConfigOp(
                                                new ConfigEntry(
                                                        "streams.num.standby.replicas",
                                                        String.valueOf(replicas)),
                                                AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    @Override
    public void close() {
        admin.close();
    }
}
