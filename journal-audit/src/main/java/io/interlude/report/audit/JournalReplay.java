package io.interlude.report.audit;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.reading.RangeReading;
import io.interlude.journal.record.EventBounds;
import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.report.audit.count.PlacedEvent;
import io.interlude.report.audit.count.Subject;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/// Reads the journal from its beginning with a plain consumer of committed records, partition by
/// partition, and brings together what belongs to one fetch: all of it is in one partition. Of a
/// large partition it reads some fetches at a time, so that memory is bounded. Blocks.
public final class JournalReplay {
    /// Records that are held at a time; each takes about 500 bytes.
    static final int HELD_MAX = 200_000;

    private static final Duration STALLED_AFTER = Duration.ofSeconds(30);
    private static final List<String> TOPICS = Topics.folded().stream().map(Topic::name).toList();

    private static final Map<String, CandidateVerdict> RULE_TO_VERDICT =
            Arrays.stream(SelectionRule.values())
                    .map(SelectionRule::wireName)
                    .collect(Collectors.toMap(Function.identity(), JournalReplay::verdict));

    private static final CandidateVerdict OTHER_VERDICT = verdict("");

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final ToIntFunction<OrgId> firstKept;
    private final int heldMax;

    /// @param consumers makes consumers that read only committed records and commit no offsets
    /// @param deserializer reads records as they lie there: outlines are counted too
    /// @param firstKept the first epoch whose events an org keeps whole
    public JournalReplay(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            ToIntFunction<OrgId> firstKept) {
        this(consumers, deserializer, firstKept, HELD_MAX);
    }

    JournalReplay(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            ToIntFunction<OrgId> firstKept,
            int heldMax) {
        this.consumers = consumers;
        decoder = new RecordDecoder(deserializer);
        this.firstKept = firstKept;
        this.heldMax = heldMax;
    }

    /// The first epoch whose events the org keeps whole; 0 for all.
    public int firstKept(OrgId orgId) {
        return firstKept.applyAsInt(orgId);
    }

    private static CandidateVerdict verdict(String rule) {
        return CandidateVerdict.newBuilder().setLineItemId("").setRule(rule).build();
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
    /// @param tap sees each record up to the ends once, of all orgs
    /// @param read is told how many records were read, again and again
    /// @param stopped ends the reading
    public void read(
            ReplayRange range,
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
                int passes = (int) (size / heldMax) + 1;
                for (int pass = 0; pass < passes; pass++) {
                    Pass of = new Pass(range, partition, pass, passes, before, size, read);
                    RecordTap first = pass == 0 ? tap : RecordTap.NONE;
                    of.read(consumer, first, stopped).values().forEach(subjects);
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

    /// One reading of one partition, which keeps a share of its fetches.
    private final class Pass {
        private final ReplayRange range;
        private final int partition;
        private final int pass;
        private final int passes;
        private final long before;
        private final long size;
        private final LongConsumer read;
        private final Map<String, Subject> keyToSubject = new HashMap<>();
        private long readNow;

        Pass(
                ReplayRange range,
                int partition,
                int pass,
                int passes,
                long before,
                long size,
                LongConsumer read) {
            this.range = range;
            this.partition = partition;
            this.pass = pass;
            this.passes = passes;
            this.before = before;
            this.size = size;
            this.read = read;
        }

        Map<String, Subject> read(
                Consumer<String, byte[]> consumer, RecordTap tap, BooleanSupplier stopped) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            places(partition).forEach(place -> ends.put(place, range.end(place)));
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            RangeReading<String, byte[]> reading =
                    new RangeReading<>(consumer, ends, STALLED_AFTER);
            while (reading.hasMore()) {
                reading.next().forEach(found -> add(found, tap));
                read.accept(before + (pass * size + readNow) / passes);
                if (stopped.getAsBoolean()) {
                    throw new StateUnavailableException("the journal is not read on");
                }
            }
            return keyToSubject;
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
            Subject.keyOf(event)
                    .filter(key -> Math.floorMod(key.hashCode(), passes) == pass)
                    .ifPresent(key ->
                            keyToSubject
                                    .computeIfAbsent(key, _ -> new Subject())
                                    .add(
                                            new PlacedEvent(
                                                    TOPICS.indexOf(found.topic()),
                                                    found.offset(),
                                                    found.timestamp(),
                                                    range.isDoubtful(place, found.offset()),
                                                    slim(event, range.attributes()))));
        }

        /// Without what takes most of the memory and counts for nothing. Of a no-fill the rules of
        /// its candidates count.
        private static JournalEvent slim(JournalEvent event, AttributeBreakdown attributes) {
            switch (event) {
                case AdFetched fetched -> {
                    fetched.setCandidates(List.of());
                    fetched.setFrequencyScopes(List.of());
                    fetched.setAttributesJson(attributes.only(fetched.getAttributesJson()));
                }
                case AdNotFilled notFilled -> {
                    notFilled.setCandidates(
                            notFilled.getCandidates().stream()
                                    .map(verdict ->
                                            RULE_TO_VERDICT.getOrDefault(
                                                    verdict.getRule(), OTHER_VERDICT))
                                    .toList());
                    notFilled.setAttributesJson(attributes.only(notFilled.getAttributesJson()));
                }
                default -> {
                    // The others are small.
                }
            }
            return event;
        }
    }
}
