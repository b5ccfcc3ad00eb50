package io.interlude.journal.outbox;

import io.interlude.journal.append.EventIdReader;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.append.SerializedRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds out which indeterminate records Kafka has: those that an earlier process left, and those
/// that the producer gave up on. One thread.
///
/// A broker may still hold a request of the killed process. So it first asks each partition's
/// leader for an answer, then lets it work off what it holds for [#SETTLING], then looks.
final class IndeterminateSendResolver implements AutoCloseable {
    static final Duration SETTLING = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(IndeterminateSendResolver.class);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
    private final Collection<PartitionAppender> appenders;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("outbox-resolver").factory());
    private final AtomicBoolean busy = new AtomicBoolean();

    IndeterminateSendResolver(
            Supplier<? extends Consumer<byte[], byte[]>> consumers,
            Collection<PartitionAppender> appenders) {
        this.consumers = consumers;
        this.appenders = appenders;
    }

    /// There may be indeterminate records. Does not wait.
    void wake() {
        if (busy.compareAndSet(false, true)) {
            thread.execute(this::begin);
        }
    }

    private void begin() {
        Map<PartitionAppender, List<Entry>> appenderToIndeterminate = new HashMap<>();
        try (JournalScan scan = new JournalScan(consumers)) {
            for (PartitionAppender appender : appenders) {
                List<Entry> indeterminate = appender.indeterminate();
                if (!indeterminate.isEmpty()) {
                    scan.contact(appender.topic(), appender.partition());
                    appenderToIndeterminate.put(appender, indeterminate);
                }
            }
        } catch (KafkaException e) {
            LOG.debug("event=outbox_contact_failed", e);
        }
        if (appenderToIndeterminate.isEmpty()) {
            later(BETWEEN_TRIES, () -> busy.set(false));
        } else {
            later(SETTLING, () -> resolve(appenderToIndeterminate));
        }
    }

    private void later(Duration delay, Runnable step) {
        var _ = thread.schedule(step, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void resolve(Map<PartitionAppender, List<Entry>> appenderToIndeterminate) {
        try (JournalScan scan = new JournalScan(consumers)) {
            appenderToIndeterminate.forEach(
                    (appender, indeterminate) -> resolve(scan, appender, indeterminate));
        } catch (KafkaException e) {
            LOG.warn("event=outbox_scan_failed cause={}", e.toString());
        } catch (RuntimeException e) {
            LOG.error("event=outbox_scan_failed", e);
        }
        later(BETWEEN_TRIES, () -> busy.set(false));
    }

    private static void resolve(
            JournalScan scan, PartitionAppender appender, List<Entry> indeterminate) {
        Map<UUID, List<Entry>> idToEntries = new HashMap<>();
        Instant since = Instant.MAX;
        for (Entry entry : indeterminate) {
            SerializedRecord loaded = load(entry);
            since = loaded.appendedAt().isBefore(since) ? loaded.appendedAt() : since;
            EventIdReader.read(loaded.value())
                    .ifPresent(id ->
                            idToEntries.computeIfAbsent(id, _ -> new ArrayList<>(1)).add(entry));
        }
        Map<UUID, JournalPosition> found =
                scan.find(appender.topic(), appender.partition(), since, idToEntries.keySet());
        Map<Entry, JournalPosition> entryToPosition = new HashMap<>();
        found.forEach((id, position) ->
                idToEntries
                        .getOrDefault(id, List.of())
                        .forEach(entry -> entryToPosition.put(entry, position)));
        LOG.info(
                "event=outbox_looked topic={} partition={} records={} found={}",
                appender.topic(),
                appender.partition(),
                indeterminate.size(),
                found.size());
        appender.resolve(indeterminate, entryToPosition);
    }

    private static SerializedRecord load(Entry entry) {
        try {
            return entry.load();
        } catch (IOException e) {
            throw new KafkaException("a record of the outbox cannot be read", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
