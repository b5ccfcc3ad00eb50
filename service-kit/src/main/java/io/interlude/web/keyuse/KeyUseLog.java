package io.interlude.web.keyuse;

import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.journal.projection.TopicReader;
import io.interlude.schema.KeyUseCounted;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.KeyUses;
import io.interlude.web.access.KeyUses.Day;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What keys are used for, over all processes. Each writes once a minute what it has counted of a
/// key since its start, if that is more than before, and once more when it ends in order. So a
/// process that is killed takes a minute of counts with it, and what a process writes twice counts
/// once. Safe for use by many threads.
public final class KeyUseLog implements KeyUseHistory, RecordListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyUseLog.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(2);

    private final String processId = UUID.randomUUID().toString();
    private final KeyUses own;
    private final InstantSource clock;
    private final Supplier<? extends Producer<String, SpecificRecord>> producers;
    private final TopicReader reader;
    private final KeyUseFold fold = new KeyUseFold();
    private final Map<String, Day> keyToWritten = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("key-use").daemon().factory());
    private @Nullable Producer<String, SpecificRecord> current;

    /// @param own what this process counts
    /// @param producers makes the producer, at the first use of a key
    /// @param readers makes what follows the topic, and tells it to the listener
    public KeyUseLog(
            KeyUses own,
            InstantSource clock,
            Supplier<? extends Producer<String, SpecificRecord>> producers,
            Function<RecordListener, TopicReader> readers) {
        this.own = own;
        this.clock = clock;
        this.producers = producers;
        this.reader = readers.apply(this);
    }

    /// Begins to read and to write. Call once.
    public void start() {
        reader.start();
        var _ =
                thread.scheduleWithFixedDelay(
                        this::write,
                        INTERVAL.toMillis(),
                        INTERVAL.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        KeyUseCounted counted = (KeyUseCounted) value;
        if (!counted.getProcessId().equals(processId)) {
            fold.apply(counted);
        }
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}

    @Override
    public List<Day> days(OrgId orgId, KeyId keyId) {
        takeOwn(orgId, keyId);
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        return fold.days(orgId, keyId, today.minusDays(KeyUseFold.DAYS_KEPT));
    }

    @Override
    public Optional<Instant> lastUsedAt(OrgId orgId, KeyId keyId) {
        takeOwn(orgId, keyId);
        return Optional.ofNullable(fold.lastUsedAt(orgId, keyId));
    }

    /// This process's own counts need not go through Kafka to be told.
    private void takeOwn(OrgId orgId, KeyId keyId) {
        own.days(orgId, keyId).forEach(day -> fold.apply(processId, day));
    }

    /// Writes what is new. One that fails is written with the next.
    synchronized void write() {
        try {
            Map<String, Day> keyToWriting = new HashMap<>();
            Set<String> known = new HashSet<>();
            for (Day day : own.days()) {
                fold.apply(processId, day);
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
        reader.close();
    }
}
