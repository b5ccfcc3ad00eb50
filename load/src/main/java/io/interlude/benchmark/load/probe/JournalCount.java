package io.interlude.benchmark.load.probe;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/// Counts the records of a topic at the broker, to hold the answers against.
public final class JournalCount implements AutoCloseable {
    private final Admin admin;

    public JournalCount(String brokers) {
        Properties settings = new Properties();
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        admin = Admin.create(settings);
    }

    /// Records that the topic ever took. Its producers use no transactions, so no offset is a
    /// marker.
    public long records(String topic) throws ExecutionException, InterruptedException {
        TopicDescription description =
                Objects.requireNonNull(
                        admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic),
                        topic);
        Map<TopicPartition, OffsetSpec> latest =
                IntStream.range(0, description.partitions().size())
                        .boxed()
                        .collect(
                                Collectors.toMap(
                                        p -> new TopicPartition(topic, p),
                                        _ -> OffsetSpec.latest()));
        return admin.listOffsets(latest).all().get().values().stream()
                .mapToLong(offset -> offset.offset())
                .sum();
    }

    @Override
    public void close() {
        admin.close();
    }
}
