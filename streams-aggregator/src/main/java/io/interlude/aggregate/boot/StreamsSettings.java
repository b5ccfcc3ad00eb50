package io.interlude.aggregate.boot;

import io.interlude.aggregate.consumer.PacedConsumer;
import io.interlude.aggregate.topology.RejectingHandler;
import io.interlude.web.settings.KafkaSettings;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/// The settings of the aggregator's Kafka Streams that differ from Kafka's defaults, with reasons.
public final class StreamsSettings {

    private StreamsSettings() {}

    /// Settings for a topology that answers within a commit interval and restarts within seconds.
    public static Properties of(AggregateSettings aggregate, KafkaSettings kafka) {
        Properties settings = new Properties();
        // Streams hands these on to its consumers, producers and admin client.
        settings.putAll(kafka.connection().settings());
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, aggregate.applicationId());
        settings.put(StreamsConfig.STATE_DIR_CONFIG, aggregate.stateFolder().toString());
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, aggregate.threads());
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams");
        // The second stage reads committed records only, so it is one such interval behind.
        settings.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, aggregate.commitInterval().toMillis());
        settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDbConfig.class);
        settings.put(BoundedRocksDbConfig.CACHE_BYTES, aggregate.storeCache().toBytes());
        // Processors keep what changed until the commit.
        settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        // A record that fails is rejected: the thread that took this one's place would fail on it
        // too.
        settings.put(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                RejectingHandler.class);
        settings.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, RejectingHandler.class);
        // Unnamed stores and repartition topics change their names with the topology.
        settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        // Nothing listens to JMX.
        settings.put(StreamsConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        addConsumer(settings);
        addProducer(settings, aggregate);
        addInternalTopics(settings, kafka);
        return settings;
    }

    private static void addConsumer(Properties settings) {
        settings.put(
                StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        // Where nothing comes a read waits in the broker, which answers it with the first record.
        settings.put(StreamsConfig.mainConsumerPrefix(PacedConsumer.SETTING), PacedConsumer.class);
        settings.put(StreamsConfig.POLL_MS_CONFIG, 100L);
        // An answer lives as long as its records wait for their turn. Of twelve times 256 KB, as
        // many as come while the thread is behind, most outlived the young collections of the heap.
        settings.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG),
                64 << 10);
        settings.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG), 8 << 20);
        settings.put(
                StreamsConfig.restoreConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 5000);
    }

    private static void addProducer(Properties settings, AggregateSettings aggregate) {
        // The second stage reads what is committed, and a commit flushes: to send earlier only
        // makes more and smaller batches.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 50);
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG), 16L << 20);
        // A compressed batch takes 130 KB of fresh buffers, however small it is, and there are
        // hundreds a second: half of all that the process allocated.
        settings.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "none");
        // A transaction that is open when the broker goes away and is past this when it is back is
        // aborted, and with it go the local stores of every task: until the changelogs are read
        // again nobody's caps can be looked at. With Streams' default of 10 s the restart of a
        // broker did that. What a killed process left open the next one aborts at once, since it
        // has the same transactional id (from the process id in the state folder); only where that
        // folder is gone do readers of committed records wait so long. Where another instance takes
        // over it waits so long too: with several brokers, of which one is always there, 10 s do.
        settings.put(
                StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                Math.toIntExact(aggregate.transactionTimeout().toMillis()));
    }

    private static void addInternalTopics(Properties settings, KafkaSettings kafka) {
        settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) kafka.replicationFactor());
        settings.put(
                StreamsConfig.topicPrefix(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG),
                kafka.topicSettings().minInSyncReplicas());
        // After a kill exactly-once throws local state away and reads the changelogs again: small
        // segments let the cleaner keep them small.
        settings.put(StreamsConfig.topicPrefix(TopicConfig.SEGMENT_BYTES_CONFIG), 8 << 20);
        settings.put(StreamsConfig.topicPrefix(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG), 0.2);
        settings.put(
                StreamsConfig.adminClientPrefix(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG),
                30_000);
    }
}
