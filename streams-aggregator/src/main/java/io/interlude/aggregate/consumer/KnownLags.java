package io.interlude.aggregate.consumer;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/// The partitions of which a consumer read everything, as far as it was told. Such a lag of zero
/// holds until the consumer reads of the partition again, so nobody must ask for it at each poll.
/// Every other lag is asked for.
///
/// For one thread, like the consumer.
final class KnownLags {
    /// A zero is asked for again after this, should anything but reading ever change it.
    static final Duration KEPT = Duration.ofSeconds(5);

    private final Map<TopicPartition, Long> partitionToAskedNanos = new HashMap<>();
    private final LongSupplier nanoTime;

    /// @param nanoTime a clock like `System.nanoTime()`
    KnownLags(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// The lag of the partition, in records.
    ///
    /// @param ask the consumer, for a lag that is not known to be zero
    OptionalLong of(TopicPartition partition, Function<TopicPartition, OptionalLong> ask) {
        long now = nanoTime.getAsLong();
        Long asked = partitionToAskedNanos.get(partition);
        if (asked != null && now - asked < KEPT.toNanos()) {
            return OptionalLong.of(0);
        }
        OptionalLong lag = ask.apply(partition);
        if (lag.isPresent() && lag.getAsLong() == 0) {
            partitionToAskedNanos.put(partition, now);
        } else {
            partitionToAskedNanos.remove(partition);
        }
        return lag;
    }

    /// The consumer read of these partitions, or goes elsewhere in them.
    void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(partitionToAskedNanos::remove);
    }

    /// The consumer may have read of any partition.
    void forgetAll() {
        partitionToAskedNanos.clear();
    }
}
