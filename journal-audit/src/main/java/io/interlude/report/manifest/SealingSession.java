package io.interlude.report.manifest;

import io.interlude.schema.HourSealed;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Seals hours from where the manifests end. Once it has begun, whoever sealed before is shut out,
/// and what that one left open is aborted, so each hour is sealed once. After any exception it
/// cannot be used any more: another one begins anew. Used by one thread.
final class SealingSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SealingSession.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int TRANSACTION_MAX = 500;

    private final ManifestKeys keys;
    private final InstantSource clock;
    private final SealingLimits limits;
    private final Producer<String, SpecificRecord> producer;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, PartitionHours> placeToHours = new HashMap<>();

    /// @param producer a transactional one, of the id that all sealers share
    /// @param consumer reads committed records
    SealingSession(
            ManifestKeys keys,
            InstantSource clock,
            SealingLimits limits,
            Producer<String, SpecificRecord> producer,
            Consumer<byte[], byte[]> consumer) {
        this.keys = keys;
        this.clock = clock;
        this.limits = limits;
        this.producer = producer;
        this.consumer = consumer;
    }

    /// Shuts out the current sealer, and finds its place. Call once, first.
    void begin(ManifestJournal manifests) {
        producer.initTransactions();
        Map<TopicPartition, HourSealed> placeToLast = latest(manifests);
        for (TopicPartition place : places(consumer)) {
            placeToHours.put(place, new PartitionHours(place, placeToLast.get(place)));
        }
        assign();
    }

    /// The last manifest of each partition.
    static Map<TopicPartition, HourSealed> latest(ManifestJournal manifests) {
        Map<TopicPartition, HourSealed> placeToLast = new HashMap<>();
        manifests.forEach(manifest ->
                placeToLast.put(
                        new TopicPartition(manifest.getTopic(), manifest.getPartition()),
                        manifest));
        return placeToLast;
    }

    /// All partitions that are sealed.
    static List<TopicPartition> places(Consumer<?, ?> consumer) {
        return Topics.folded().stream()
                .map(Topic::name)
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    /// Goes to the record that comes next in each partition. One that has not even the last sealed
    /// record has lost its end, which audits tell; it is left alone.
    private void assign() {
        consumer.assign(placeToHours.keySet());
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(placeToHours.keySet());
        Map<TopicPartition, Long> ends = consumer.endOffsets(placeToHours.keySet());
        placeToHours.values().removeIf(hours -> isBehind(hours, ends));
        consumer.assign(placeToHours.keySet());
        placeToHours.forEach((place, hours) -> {
            long begin = begins.getOrDefault(place, 0L);
            consumer.seek(place, Math.max(begin, hours.nextOffset()));
        });
    }

    private static boolean isBehind(PartitionHours hours, Map<TopicPartition, Long> ends) {
        boolean behind = ends.getOrDefault(hours.place(), 0L) < hours.nextOffset();
        if (behind) {
            LOG.error(
                    "event=journal_shorter_than_manifests partition={} sealed={}",
                    hours.place(),
                    hours.nextOffset());
        }
        return behind;
    }

    private PartitionHours hours(TopicPartition place) {
        PartitionHours hours = placeToHours.get(place);
        if (hours == null) {
            throw new IllegalArgumentException("not sealed: " + place);
        }
        return hours;
    }

    /// Reads what the journal holds by now, at most as much as the limits allow, and seals what is
    /// over. Not what comes meanwhile: where records keep coming that would never end, and would
    /// ask the broker for each of them alone.
    ///
    /// @return how many hours it sealed
    int turn() {
        List<SealableHour> over = new ArrayList<>();
        Map<TopicPartition, Long> placeToEnd = consumer.endOffsets(placeToHours.keySet());
        long bytes = 0;
        while (bytes < limits.bytesPerTurn() && hasMoreBefore(placeToEnd)) {
            var records = consumer.poll(POLL);
            if (records.isEmpty()) {
                break;
            }
            for (ConsumerRecord<byte[], byte[]> found : records) {
                bytes += size(found);
                add(found, over);
            }
        }
        closeQuiet(over);
        for (int from = 0; from < over.size(); from += TRANSACTION_MAX) {
            write(over.subList(from, Math.min(over.size(), from + TRANSACTION_MAX)));
        }
        return over.size();
    }

    private boolean hasMoreBefore(Map<TopicPartition, Long> placeToEnd) {
        return placeToEnd.entrySet().stream()
                .anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
    }

    private static int size(ConsumerRecord<byte[], byte[]> found) {
        return Math.max(0, found.serializedKeySize()) + Math.max(0, found.serializedValueSize());
    }

    private void add(ConsumerRecord<byte[], byte[]> found, List<SealableHour> over) {
        byte @Nullable [] key = found.key();
        byte @Nullable [] value = found.value();
        hours(new TopicPartition(found.topic(), found.partition()))
                .add(found.offset(), found.timestamp(), key, value)
                .ifPresent(over::add);
    }

    /// Ends hours that are over and have no record after them. What is committed by now must have
    /// been read; a record that is written from now on belongs to a later hour.
    private void closeQuiet(List<SealableHour> over) {
        Instant before = clock.instant().minus(limits.grace());
        List<TopicPartition> due =
                placeToHours.values().stream()
                        .filter(hours -> hours.isOverBefore(before))
                        .map(PartitionHours::place)
                        .toList();
        if (due.isEmpty()) {
            return;
        }
        consumer.endOffsets(due)
                .forEach((place, end) -> {
                    if (consumer.position(place) >= end) {
                        over.add(hours(place).close());
                    }
                });
    }

    private void write(List<SealableHour> over) {
        Instant now = clock.instant();
        producer.beginTransaction();
        for (SealableHour hour : over) {
            // A failed send fails the commit.
            Future<RecordMetadata> _ =
                    producer.send(
                            new ProducerRecord<>(
                                    Topics.MANIFESTS.name(),
                                    0,
                                    now.toEpochMilli(),
                                    hour.topic() + '/' + hour.partition(),
                                    keys.seal(hour, now)));
        }
        producer.commitTransaction();
    }

    /// Ends a reading that is under way, from another thread.
    void wakeUp() {
        consumer.wakeup();
    }

    /// Leaves an open transaction to the next session, which aborts it.
    @Override
    public void close() {
        producer.close(Duration.ZERO);
        consumer.close();
    }
}
