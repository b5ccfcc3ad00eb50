package io.interlude.aggregate.consumer;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.internals.AsyncKafkaConsumer;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig.InternalConfig;
import org.apache.kafka.streams.internals.ConsumerWrapper;

/// The consumer of the aggregator's thread. It reads what came at once where little comes, and
/// every [#PAUSE] where much does: one round through consumer, thread and broker for each record
/// costs more than folding it. To let reads wait in the broker for company instead costs as much
/// when nothing comes: it looks at each of some 170 partitions twice for every read.
///
/// Streams asks for the lag of each partition after each poll, and each answer is a round to
/// another thread; [KnownLags] has most of them.
///
/// Streams takes it by a setting that is not part of its public interface, and which its own tests
/// use.
public final class PacedConsumer extends ConsumerWrapper {
    /// The name of the setting, whose value is this class.
    public static final String SETTING = InternalConfig.INTERNAL_CONSUMER_WRAPPER;

    /// From a poll that brought all there was to the next one. A record waits for two at most.
    static final Duration PAUSE = Duration.ofMillis(25);

    private final KnownLags lags = new KnownLags(System::nanoTime);
    private int mostRecords = Integer.MAX_VALUE;
    private long pausedUntilNanos = System.nanoTime();

    @Override
    public void wrapConsumer(
            AsyncKafkaConsumer<byte[], byte[]> consumer,
            Map<String, Object> config,
            Optional<StreamsRebalanceData> streamsRebalanceData) {
        super.wrapConsumer(consumer, config, streamsRebalanceData);
        Object most = config.get(ConsumerConfig.MAX_POLL_RECORDS_CONFIG);
        mostRecords =
                (Integer)
                        ConfigDef.parseType(
                                ConsumerConfig.MAX_POLL_RECORDS_CONFIG, most, ConfigDef.Type.INT);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        Duration left = timeout.minus(pause(timeout));
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = delegate.poll(left);
        } catch (RuntimeException e) {
            lags.forgetAll();
            throw e;
        }
        if (records.count() >= mostRecords) {
            // There may be more of any partition.
            lags.forgetAll();
        } else if (!records.nextOffsets().isEmpty()) {
            lags.forget(records.nextOffsets().keySet());
            pausedUntilNanos = System.nanoTime() + PAUSE.toNanos();
        }
        return records;
    }

    /// Answers for how long it paused.
    private Duration pause(Duration longest) {
        long nanos = Math.min(pausedUntilNanos - System.nanoTime(), longest.toNanos());
        if (nanos <= 0) {
            return Duration.ZERO;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException _) {
            // The consumer throws what Streams expects.
            Thread.currentThread().interrupt();
        }
        return Duration.ofNanos(nanos);
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        return lags.of(partition, delegate::currentLag);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        // Each task begins so, and each partition whose records the consumer had to keep goes on.
        lags.forget(partitions);
        delegate.resume(partitions);
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        lags.forget(List.of(partition));
        delegate.seek(partition, offset);
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        lags.forget(List.of(partition));
        delegate.seek(partition, offset);
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        lags.forget(partitions);
        delegate.seekToBeginning(partitions);
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        lags.forget(partitions);
        delegate.seekToEnd(partitions);
    }
}
