package io.interlude.journal.projection;

import static java.util.Objects.requireNonNull;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.schema.topic.Topic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads all partitions of some topics from their beginning and then follows them, with one thread
/// and no consumer group. Ready once it stood at the end of every partition. A record that cannot
/// be read or folded is logged, counted and skipped; after a fault of Kafka it begins anew.
public final class TopicReader implements ReadinessCheck, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);
    private static final Duration POLL = Duration.ofMillis(100);

    /// At the end, where nothing is to be done but to wait for records, which end the wait.
    private static final Duration QUIET_POLL = Duration.ofSeconds(1);

    private static final Duration METADATA_DEADLINE = Duration.ofSeconds(5);
    private static final Duration RETRY_AFTER = Duration.ofMillis(250);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final String name;
    private final Map<String, Topic<?>> nameToTopic;
    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final Deserializer<? extends SpecificRecord> deserializer;
    private final RecordListener listener;
    private final Counter records;
    private final Counter poison;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable Consumer<String, byte[]> current;
    private final ConcurrentLinkedQueue<Waiter> waiters = new ConcurrentLinkedQueue<>();
    private volatile boolean caughtUp;
    private volatile List<TopicPartition> followed = List.of();
    private volatile Progress progress = Progress.NONE;

    /// @param name of the readiness check, the thread and the metrics
    /// @param consumers makes consumers that read only committed records and commit no offsets
    public TopicReader(
            String name,
            Collection<? extends Topic<?>> topics,
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            RecordListener listener,
            MeterRegistry registry) {
        this.name = requireNonNull(name, "name is null");
        this.nameToTopic =
                topics.stream().collect(Collectors.toMap(Topic::name, Function.identity()));
        this.consumers = consumers;
        this.deserializer = deserializer;
        this.listener = listener;
        this.records = registry.counter("projection.records", "projection", name);
        this.poison = registry.counter("projection.poison", "projection", name);
        this.thread = Thread.ofPlatform().name("projection-" + name).daemon().unstarted(this::run);
    }

    /// Begins to read. Call once.
    public void start() {
        thread.start();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean ready() {
        return caughtUp;
    }

    /// The partitions that are read; empty before they are known.
    public List<TopicPartition> partitions() {
        return followed;
    }

    /// Completes once all records before these offsets are read, and the listener shows all that
    /// was read.
    public CompletableFuture<Void> whenShown(Map<TopicPartition, Long> partitionToEnd) {
        Waiter waiter = new Waiter(Map.copyOf(partitionToEnd), new CompletableFuture<>());
        waiters.add(waiter);
        completeWaiters();
        return waiter.shown();
    }

    private void completeWaiters() {
        Progress now = progress;
        waiters.removeIf(waiter -> {
            boolean shown = now.includes(waiter.partitionToEnd());
            if (shown) {
                waiter.shown().complete(null);
            }
            return shown || waiter.shown().isDone();
        });
    }

    /// Stops to read and waits for that, at most 5 s.
    @Override
    public void close() {
        closing.countDown();
        Consumer<String, byte[]> consumer = current;
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            thread.join(CLOSE_DEADLINE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Waiter waiter; (waiter = waiters.poll()) != null; ) {
            waiter.shown().cancel(false);
        }
    }

    private void run() {
        while (!isClosing()) {
            try {
                followAnew();
            } catch (WakeupException e) {
                LOG.debug("projection.woken projection={}", name, e);
            } catch (RuntimeException e) {
                LOG.warn("projection.restarts projection={}", name, e);
                pause();
            }
        }
    }

    /// A question that waits in a broker holds up what is asked behind it, and so would to take
    /// leave of that broker: who reads in no group need not.
    private void followAnew() {
        Consumer<String, byte[]> consumer = consumers.get();
        current = consumer;
        try {
            follow(consumer);
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private boolean pause() {
        try {
            return closing.await(RETRY_AFTER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing.countDown();
            return true;
        }
    }

    /// Ends and positions are looked up before the first read: a broker keeps a read of nothing for
    /// a while, and whatever is asked meanwhile waits behind it.
    private void follow(Consumer<String, byte[]> consumer) {
        List<TopicPartition> partitions = partitions(consumer);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        progress = Progress.NONE;
        Map<TopicPartition, Long> firstEnds = consumer.endOffsets(partitions, METADATA_DEADLINE);
        partitions.forEach(partition -> consumer.position(partition, METADATA_DEADLINE));
        followed = List.copyOf(partitions);
        Duration longestWait = Duration.ZERO;
        while (!isClosing()) {
            ConsumerRecords<String, byte[]> batch = consumer.poll(longestWait);
            for (ConsumerRecord<String, byte[]> source : batch) {
                take(source);
            }
            boolean atEnd = atEnd(consumer, firstEnds);
            listener.onBatchEnd(atEnd);
            progress = new Progress(positions(consumer, partitions), !listener.holdsBack());
            completeWaiters();
            if (atEnd && !caughtUp) {
                caughtUp = true;
                LOG.info("projection.ready projection={} records={}", name, (long) records.count());
            }
            longestWait = atEnd && !listener.holdsBack() ? QUIET_POLL : POLL;
        }
    }

    /// All partitions; waits while a topic does not exist.
    private List<TopicPartition> partitions(Consumer<String, byte[]> consumer) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : nameToTopic.keySet()) {
            List<TopicPartition> found = partitions(consumer, topic);
            while (found.isEmpty() && !pause()) {
                found = partitions(consumer, topic);
            }
            partitions.addAll(found);
        }
        return partitions;
    }

    private static List<TopicPartition> partitions(
            Consumer<String, byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic, METADATA_DEADLINE).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    /// The lag of a partition is known once a broker has answered to a read of it.
    private static boolean atEnd(
            Consumer<String, byte[]> consumer, Map<TopicPartition, Long> firstEnds) {
        return firstEnds.entrySet().stream()
                .allMatch(end -> {
                    TopicPartition partition = end.getKey();
                    OptionalLong lag = consumer.currentLag(partition);
                    return lag.isPresent()
                            ? lag.getAsLong() == 0
                            : consumer.position(partition) >= end.getValue();
                });
    }

    private static Map<TopicPartition, Long> positions(
            Consumer<String, byte[]> consumer, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> positions = HashMap.newHashMap(partitions.size());
        partitions.forEach(partition -> positions.put(partition, consumer.position(partition)));
        return positions;
    }

    private void take(ConsumerRecord<String, byte[]> source) {
        records.increment();
        try {
            Topic<?> topic = requireNonNull(nameToTopic.get(source.topic()), "foreign topic");
            if (source.value() == null) {
                listener.onTombstone(topic, source);
                return;
            }
            SpecificRecord value = deserializer.deserialize(source.topic(), source.value());
            listener.onRecord(topic, source, requireNonNull(value, "value is null"));
        } catch (RuntimeException e) {
            poison.increment();
            LOG.error(
                    "projection.poison projection={} topic={} partition={} offset={}",
                    name,
                    source.topic(),
                    source.partition(),
                    source.offset(),
                    e);
        }
    }

    /// The positions up to which the records show.
    ///
    /// @param settled true when all records that were read show
    private record Progress(Map<TopicPartition, Long> partitionToPosition, boolean settled) {
        static final Progress NONE = new Progress(Map.of(), false);

        boolean includes(Map<TopicPartition, Long> partitionToEnd) {
            return settled
                    && partitionToEnd.entrySet().stream()
                            .allMatch(end ->
                                    partitionToPosition.getOrDefault(end.getKey(), -1L)
                                            >= end.getValue());
        }
    }

    private record Waiter(
            Map<TopicPartition, Long> partitionToEnd, CompletableFuture<Void> shown) {}
}
