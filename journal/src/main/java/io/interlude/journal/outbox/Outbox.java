package io.interlude.journal.outbox;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.append.SerializedRecord;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The appenders of all partitions, what they share, and the threads that move them: one that looks
/// at the clock, one that writes, one that drains, one that resolves indeterminate sends.
final class Outbox implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final Duration TICK = Duration.ofMillis(20);
    private static final Duration CLOSING_LOOK = Duration.ofSeconds(1);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final OutboxLimits limits;
    private final KafkaJournal kafka;
    private final OutboxMetrics metrics;
    private final OutboxPool usual;
    private final OutboxPool clicks;
    private final Undelivered undelivered;
    private final IndeterminateSendResolver resolver;
    private final OutageLog outages;
    private final Map<AppenderKey, PartitionAppender> appenders = new ConcurrentHashMap<>();
    private final AtomicInteger toRecover = new AtomicInteger();
    private final CountDownLatch recovered = new CountDownLatch(1);
    private final LinkedBlockingQueue<PartitionAppender> toDrain = new LinkedBlockingQueue<>();
    private final Set<PartitionAppender> queued = ConcurrentHashMap.newKeySet();
    private final Thread drainer =
            Thread.ofPlatform().name("outbox-drain").daemon().unstarted(this::drain);
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("outbox-clock").factory());
    private volatile boolean closing;

    /// Opens the folder and finds what an earlier process left there.
    Outbox(
            OutboxLimits limits,
            KafkaJournal kafka,
            Supplier<? extends Consumer<byte[], byte[]>> scanConsumers,
            MeterRegistry registry)
            throws IOException {
        this.limits = limits;
        this.kafka = kafka;
        metrics = new OutboxMetrics(registry);
        RecoveredEntries left = new RecoveredEntries();
        undelivered =
                Undelivered.open(
                        limits,
                        (appended, segment, place) ->
                                left.addUsual(
                                        appended,
                                        recoveredEntry(
                                                appended, AppendPriority.USUAL, segment, place)));
        usual =
                OutboxPool.usual(
                        limits,
                        (appended, segment, place) ->
                                left.addUsual(
                                        appended,
                                        recoveredEntry(
                                                appended, AppendPriority.USUAL, segment, place)));
        clicks =
                OutboxPool.clicks(
                        limits,
                        (appended, segment, place) ->
                                left.addClick(
                                        appended,
                                        recoveredEntry(
                                                appended, AppendPriority.FIRST, segment, place)));
        toRecover.set(left.size());
        left.drainTo(this::takeOver);
        resolver = new IndeterminateSendResolver(scanConsumers, appenders.values());
        outages = new OutageLog(metrics);
        registerGauges();
    }

    private void registerGauges() {
        metrics.gauge("outbox.entries", "Records that wait on disk for Kafka.", this::entries);
        metrics.gauge(
                "outbox.clicks.entries",
                "Clicks of the redirect among the records that wait.",
                clicks::entries);
        metrics.gauge(
                "outbox.bytes",
                "Bytes of the outbox's files.",
                () -> usual.bytes() + clicks.bytes());
        metrics.gauge(
                "outbox.undelivered.entries",
                "Promised records that Kafka refused, kept on disk.",
                undelivered::records);
        metrics.gauge(
                "outbox.oldest.age.seconds",
                "Age of the oldest record that waits for Kafka.",
                this::oldestAgeSeconds);
        metrics.gauge(
                "journal.up",
                "1 while Kafka acknowledges on every partition, else 0.",
                () -> spillingAppenders() == 0 ? 1 : 0);
    }

    private Entry recoveredEntry(
            SerializedRecord left, AppendPriority priority, Segment segment, int place) {
        return Entry.recovered(left, priority, segment, place, nanoTime());
    }

    private void takeOver(RecoveredEntries.Partition partition, Entry entry) {
        pool(entry.priority).takeAnyway(entry);
        appender(partition.topic(), partition.number()).addRecovered(entry);
    }

    private int entries() {
        return usual.entries() + clicks.entries();
    }

    void start() {
        if (toRecover.get() == 0) {
            recovered.countDown();
        } else {
            LOG.info("event=outbox_recovers records={}", toRecover.get());
            resolver.wake();
        }
        usual.start();
        clicks.start();
        drainer.start();
        scheduleTick(TICK);
    }

    private void scheduleTick(Duration delay) {
        var _ = clock.schedule(this::tick, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Waits until Kafka has everything that an earlier process left.
    void awaitRecovery() throws InterruptedException {
        recovered.await();
    }

    boolean isRecovered() {
        return recovered.getCount() == 0;
    }

    PartitionAppender appender(String topic, int partition) {
        AppenderKey key = new AppenderKey(topic, partition);
        PartitionAppender appender = appenders.get(key);
        return appender == null
                ? appenders.computeIfAbsent(
                        key, _ -> new PartitionAppender(topic, partition, this, kafka))
                : appender;
    }

    /// Whether anything of the partition waits here for a Kafka that is away.
    boolean isSpilling(String topic, int partition) {
        PartitionAppender appender = appenders.get(new AppenderKey(topic, partition));
        return appender != null && appender.isSpilling();
    }

    OutboxLimits limits() {
        return limits;
    }

    OutboxMetrics metrics() {
        return metrics;
    }

    /// Where records of the priority are kept.
    OutboxPool pool(AppendPriority priority) {
        return priority == AppendPriority.FIRST ? clicks : usual;
    }

    /// Where promised records go that Kafka refused for good.
    Undelivered undelivered() {
        return undelivered;
    }

    boolean isClosing() {
        return closing;
    }

    long nanoTime() {
        return System.nanoTime();
    }

    /// The entry is needed on disk no more.
    void finished(Entry entry) {
        if (entry.recovered && toRecover.decrementAndGet() == 0) {
            recovered.countDown();
        }
    }

    /// Lets the appender drain soon. Does not wait.
    void wake(PartitionAppender appender) {
        if (queued.add(appender)) {
            toDrain.add(appender);
        }
    }

    private void drain() {
        while (!closing) {
            try {
                PartitionAppender appender =
                        toDrain.poll(CLOSING_LOOK.toMillis(), TimeUnit.MILLISECONDS);
                if (appender != null) {
                    queued.remove(appender);
                    drain(appender);
                }
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private static void drain(PartitionAppender appender) {
        try {
            appender.drain();
        } catch (IOException | RuntimeException e) {
            LOG.error(
                    "event=outbox_drain_failed topic={} partition={}",
                    appender.topic(),
                    appender.partition(),
                    e);
            appender.pause();
        }
    }

    private void tick() {
        boolean busy = true;
        try {
            busy = lookAtAppenders(nanoTime());
        } catch (RuntimeException e) {
            LOG.error("event=outbox_tick_failed", e);
        }
        if (!closing) {
            // What comes to an appender at rest is slow no earlier than the next look.
            scheduleTick(busy ? TICK : limits.slowAfter());
        }
    }

    /// Answers whether a record waits in any of them.
    private boolean lookAtAppenders(long nowNanos) {
        boolean busy = false;
        boolean indeterminate = false;
        for (PartitionAppender appender : appenders.values()) {
            busy |= appender.tick(nowNanos);
            indeterminate |= appender.isIndeterminate();
        }
        if (indeterminate) {
            resolver.wake();
        }
        outages.see(spillingAppenders(), nowNanos);
        return busy;
    }

    private int spillingAppenders() {
        return (int) appenders.values().stream().filter(PartitionAppender::isSpilling).count();
    }

    private double oldestAgeSeconds() {
        long nowNanos = nanoTime();
        long oldestNanos =
                appenders.values().stream()
                        .mapToLong(appender -> appender.oldestNanos(nowNanos))
                        .reduce(nowNanos, (one, other) -> one - other < 0 ? one : other);
        return Duration.ofNanos(nowNanos - oldestNanos).toMillis() / 1_000.0;
    }

    /// Lets Kafka have what it takes within a moment, and leaves the rest on disk for the next
    /// process.
    @Override
    public void close() throws IOException {
        awaitDrained();
        closing = true;
        clock.shutdownNow();
        resolver.close();
        kafka.close();
        clicks.close();
        usual.close();
        undelivered.close();
    }

    private void awaitDrained() {
        long deadlineNanos = nanoTime() + CLOSE_DEADLINE.toNanos();
        CountDownLatch never = new CountDownLatch(1);
        try {
            while (entries() > 0
                    && nanoTime() < deadlineNanos
                    && !never.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
                // What waits is being drained by the other threads.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record AppenderKey(String topic, int partition) {}
}
