package io.interlude.web.keyuse;

import io.interlude.schema.KeyUseCounted;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.KeyUses;
import io.interlude.web.access.KeyUses.Day;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down what keys are used for. Each process writes once a minute what it has counted of a
/// key since its start, if that is more than before, and once more when it ends in order. So a
/// process that is killed takes a minute of counts with it, and what a process writes twice counts
/// once. Safe for use by many threads.
public final class KeyUseLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyUseLog.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(2);

    private final String processId = UUID.randomUUID().toString();
    private final KeyUses own;
    private final Supplier<? extends Producer<String, SpecificRecord>> producers;
    private final Map<String, Day> keyToWritten = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("key-use").daemon().factory());
    private @Nullable Producer<String, SpecificRecord> current;

    /// @param own what this process counts
    /// @param producers makes the producer, at the first use of a key
    public KeyUseLog(KeyUses own, Supplier<? extends Producer<String, SpecificRecord>> producers) {
        this.own = own;
        this.producers = producers;
    }

    /// Names this process in its records.
    public String processId() {
        return processId;
    }

    /// Begins to write. Call once.
    public void start() {
        var _ =
                thread.scheduleWithFixedDelay(
                        this::write,
                        INTERVAL.toMillis(),
                        INTERVAL.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /// Writes what is new. One that fails is written with the next.
    public synchronized void write() {
        try {
            Map<String, Day> keyToWriting = new HashMap<>();
            Set<String> known = new HashSet<>();
            for (Day day : own.days()) {
                String key = key(day);
                known.add(key);
                if (!day.equals(keyToWritten.get(key))) {
                    keyToWriting.put(key, day);
                }
            }
            keyToWritten.keySet().retainAll(known);
            if (!keyToWriting.isEmpty()) {
                write(keyToWriting);
            }
        } catch (KafkaException e) {
            LOG.warn("key-use.not-written", e);
        }
    }

    private void write(Map<String, Day> keyToWriting) {
        Producer<String, SpecificRecord> producer = producer();
        keyToWriting.forEach((key, day) -> {
            // The callback is told how it ended.
            Future<RecordMetadata> _ =
                    producer.send(
                            new ProducerRecord<>(Topics.KEY_USE.name(), key, record(day)),
                            (_, failure) -> {
                                if (failure == null) {
                                    keyToWritten.put(key, day);
                                } else {
                                    LOG.warn("key-use.not-written", failure);
                                }
                            });
        });
        producer.flush();
    }

    private Producer<String, SpecificRecord> producer() {
        Producer<String, SpecificRecord> producer = current;
        if (producer == null) {
            producer = producers.get();
            current = producer;
        }
        return producer;
    }

    /// Key of the record: `org/key/day/process`.
    private String key(Day day) {
        return String.join("/", day.orgId().value(), day.keyId().value(), day.day().toString())
                + '/'
                + processId;
    }

    private KeyUseCounted record(Day day) {
        KeyUseCounted counted = new KeyUseCounted();
        counted.setOrgId(day.orgId().value());
        counted.setKeyId(day.keyId().value());
        counted.setEpochDay((int) day.day().toEpochDay());
        counted.setProcessId(processId);
        counted.setRequests(day.requests());
        counted.setRateLimited(day.rateLimited());
        counted.setWrongKind(day.wrongKind());
        counted.setWrongOrigin(day.wrongOrigin());
        Instant lastUsedAt = day.lastUsedAt();
        counted.setLastUsedAt(
                lastUsedAt == null ? null : lastUsedAt.truncatedTo(ChronoUnit.MILLIS));
        return counted;
    }

    /// Writes what is not written yet, waiting a few seconds at most.
    @Override
    public void close() {
        thread.shutdown();
        write();
        Producer<String, SpecificRecord> producer = current;
        if (producer != null) {
            producer.close(CLOSE_DEADLINE);
        }
    }
}
