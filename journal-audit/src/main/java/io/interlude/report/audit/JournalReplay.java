package io.interlude.report.audit;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.reading.RangeReading;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.journal.record.EventBounds;
import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.report.audit.count.PlacedEvent;
import io.interlude.report.audit.count.Subject;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.WorkMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/// Reads the journal from its beginning with a plain consumer of committed records, partition by
/// partition, and brings together what belongs to one fetch: all of it is in one partition. Where
/// the org's events of a partition take too much memory it reads that again, some fetches at a
/// time. Blocks.
public final class JournalReplay {
    /// Parts of a partition that are read one after the other, at most.
    private static final int PARTS_MAX = 4_096;

    /// With its lists of records, one for each topic.
    private static final int SUBJECT_BYTES = 500;

    private static final Duration STALLED_AFTER = Duration.ofSeconds(30);
    private static final List<String> TOPICS = Topics.folded().stream().map(Topic::name).toList();

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final ToIntFunction<OrgId> firstKept;
    private final AttributionWindow window;

    /// @param consumers makes consumers that read only committed records and commit no offsets
    /// @param deserializer reads records as they lie there: outlines are counted too
    /// @param firstKept the first epoch whose events an org keeps whole
    /// @param window after which events of a fetch do not count
    public JournalReplay(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            ToIntFunction<OrgId> firstKept,
            AttributionWindow window) {
        this.consumers = consumers;
        decoder = new RecordDecoder(deserializer);
        this.firstKept = firstKept;
        this.window = window;
    }

    /// The first epoch whose events the org keeps whole; 0 for all.
    public int firstKept(OrgId orgId) {
        return firstKept.applyAsInt(orgId);
    }

    /// Where each partition of the journal ends now.
    public Map<TopicPartition, Long> ends() {
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            List<TopicPartition> places =
                    IntStream.range(0, partitionCount(consumer))
                            .boxed()
                            .flatMap(partition -> places(partition).stream())
                            .toList();
            return Map.copyOf(consumer.endOffsets(places));
        } catch (KafkaException e) {
            throw unavailable(e);
        }
    }

    private static int partitionCount(Consumer<String, byte[]> consumer) {
        return consumer.partitionsFor(TOPICS.getFirst()).size();
    }

    private static List<TopicPartition> places(int partition) {
        return TOPICS.stream().map(topic -> new TopicPartition(topic, partition)).toList();
    }

    /// Reads the org's records up to the ends.
    ///
    /// @param range how far, and from where on there is doubt
    /// @param memory that events are held in, half of what is free of it at a time
    /// @param tap sees each record up to the ends once, of all orgs
    /// @param read is told how many records were read, again and again
    /// @param stopped ends the reading
    /// @throws OverloadedException if the events of one fetch alone do not fit
    public void read(
            ReplayRange range,
            WorkMemory memory,
            java.util.function.Consumer<Subject> subjects,
            RecordTap tap,
            LongConsumer read,
            BooleanSupplier stopped) {
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            long before = 0;
            int partitionCount = partitionCount(consumer);
            for (int partition = 0; partition < partitionCount; partition++) {
                Map<TopicPartition, Long> starts = consumer.beginningOffsets(places(partition));
                tap.begin(starts);
                long size = range.size(starts);
                RecordTap first = tap;
                Deque<Part> open = new ArrayDeque<>(List.of(Part.WHOLE));
                while (!open.isEmpty()) {
                    Part part = open.removeFirst();
                    Pass pass = new Pass(range, partition, part, memory, before, size, read);
                    pass.read(consumer, first, stopped);
                    pass.give(subjects, open);
                    first = RecordTap.NONE;
                }
                before += size;
            }
        } catch (KafkaException e) {
            throw unavailable(e);
        }
    }

    private static StateUnavailableException unavailable(KafkaException e) {
        return new StateUnavailableException("the journal cannot be read", e);
    }

    /// A range of the journal from its beginning.
    ///
    /// @param doubtfulFrom from these offsets on a record may or may not be in the served cells
    /// @param asOf only records that were written by then; null for all
    /// @param attributes of requests that are needed
    public record ReplayRange(
            String orgId,
            Map<TopicPartition, Long> ends,
            Map<TopicPartition, Long> doubtfulFrom,
            @Nullable Instant asOf,
            AttributeBreakdown attributes) {
        /// By no attributes.
        public ReplayRange(
                String orgId,
                Map<TopicPartition, Long> ends,
                Map<TopicPartition, Long> doubtfulFrom,
                @Nullable Instant asOf) {
            this(orgId, ends, doubtfulFrom, asOf, AttributeBreakdown.NONE);
        }

        private long size(Map<TopicPartition, Long> starts) {
            long size = 0;
            for (Map.Entry<TopicPartition, Long> start : starts.entrySet()) {
                size += Math.max(0, end(start.getKey()) - start.getValue());
            }
            return size;
        }

        public long size() {
            return ends.values().stream().mapToLong(Long::longValue).sum();
        }

        long end(TopicPartition place) {
            return ends.getOrDefault(place, 0L);
        }

        /// Whether nothing was written while the cells were read.
        public boolean isWithoutDoubt() {
            return ends.equals(doubtfulFrom);
        }

        boolean isDoubtful(TopicPartition place, long offset) {
            return offset >= doubtfulFrom.getOrDefault(place, Long.MAX_VALUE);
        }
    }

    /// Some of the fetches of a partition: those whose key has this remainder.
    private record Part(int remainder, int parts) {
        static final Part WHOLE = new Part(0, 1);

        boolean has(String key) {
            return Math.floorMod(key.hashCode(), parts) == remainder;
        }

        /// The same fetches in so many parts.
        Stream<Part> split(int into) {
            return IntStream.range(0, into)
                    .mapToObj(index -> new Part(remainder + index * parts, parts * into));
        }
    }

    /// One reading of one partition, which keeps a part of its fetches.
    private final class Pass {
        private final ReplayRange range;
        private final int partition;
        private final Part part;
        private final WorkMemory memory;
        private final long mostBytes;
        private final long before;
        private final long size;
        private final LongConsumer read;
        private final Map<String, Subject> keyToSubject = new HashMap<>();
        private long neededBytes;
        private long heldBytes;
        private long readNow;

        Pass(
                ReplayRange range,
                int partition,
                Part part,
                WorkMemory memory,
                long before,
                long size,
                LongConsumer read) {
            this.range = range;
            this.partition = partition;
            this.part = part;
            this.memory = memory;
            this.mostBytes = memory.freeBytes() / 2;
            this.before = before;
            this.size = size;
            this.read = read;
        }

        void read(Consumer<String, byte[]> consumer, RecordTap tap, BooleanSupplier stopped) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            places(partition).forEach(place -> ends.put(place, range.end(place)));
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            RangeReading<String, byte[]> reading =
                    new RangeReading<>(consumer, ends, STALLED_AFTER);
            while (reading.hasMore()) {
                reading.next().forEach(found -> add(found, tap));
                read.accept(before + (part.remainder() * size + readNow) / part.parts());
                if (stopped.getAsBoolean()) {
                    throw new StateUnavailableException("the journal is not read on");
                }
            }
        }

        /// Gives the subjects, or opens parts that are small enough where they did not fit.
        void give(java.util.function.Consumer<Subject> subjects, Deque<Part> open) {
            if (neededBytes > mostBytes) {
                long into = 2 + neededBytes / Math.max(1, mostBytes);
                if (into * part.parts() > PARTS_MAX) {
                    throw new OverloadedException(
                            "The events of one fetch need more than the work may hold");
                }
                part.split((int) into).forEach(open::addFirst);
            } else {
                keyToSubject.values().forEach(subjects);
            }
            memory.giveBack(heldBytes);
        }

        private void add(ConsumerRecord<String, byte[]> found, RecordTap tap) {
            TopicPartition place = new TopicPartition(found.topic(), found.partition());
            readNow++;
            tap.add(found);
            Instant asOf = range.asOf();
            if (asOf != null && found.timestamp() > asOf.toEpochMilli()) {
                return;
            }
            decoder.event(found)
                    .filter(event -> range.orgId().equals(event.getOrgId()))
                    .filter(event -> EventBounds.fits(event, found.timestamp()))
                    .filter(event -> asOf == null || isToldBy(asOf, event))
                    .ifPresent(event -> add(found, place, event));
        }

        /// What a fetch is told of an order is written at the time of the order, for who looks for
        /// it there.
        private static boolean isToldBy(Instant asOf, JournalEvent event) {
            return !(event instanceof CorrectionRecorded told
                    && told.getOrderKey() != null
                    && told.getReceivedAt().isAfter(asOf));
        }

        private void add(
                ConsumerRecord<String, byte[]> found, TopicPartition place, JournalEvent event) {
            Subject.keyOf(event).filter(part::has).ifPresent(key -> hold(key, found, place, event));
        }

        private void hold(
                String key,
                ConsumerRecord<String, byte[]> found,
                TopicPartition place,
                JournalEvent event) {
            JournalEvent slim = SlimEvent.of(event, range.attributes());
            long bytes = SlimEvent.heldBytes(slim);
            bytes += keyToSubject.containsKey(key) ? 0 : SUBJECT_BYTES;
            neededBytes += bytes;
            if (neededBytes > mostBytes) {
                // The tap sees the rest, and the sum tells how many parts there must be.
                keyToSubject.clear();
                return;
            }
            memory.take(bytes);
            heldBytes += bytes;
            keyToSubject
                    .computeIfAbsent(key, _ -> new Subject())
                    .add(
                            new PlacedEvent(
                                    TOPICS.indexOf(found.topic()),
                                    found.offset(),
                                    found.timestamp(),
                                    // Before there was a window to the instant, the aggregator
                                    // counted some of what came in the hour after it.
                                    range.isDoubtful(place, found.offset()) || window.isPast(event),
                                    slim));
        }
    }
}
