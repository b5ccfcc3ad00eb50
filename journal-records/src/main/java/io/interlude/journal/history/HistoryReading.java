package io.interlude.journal.history;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.FetchId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.journal.reading.NewestFirstScan;
import io.interlude.journal.reading.OffsetLookup;
import io.interlude.journal.reading.RecordScan;
import io.interlude.journal.reading.TimeOrderedScan;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Makes one answer from the journal, with one consumer that reads on and one that looks back. Used
/// by one thread.
final class HistoryReading implements AutoCloseable {
    /// Records of a partition are at most so far from the order of their times: some waited in an
    /// outbox.
    static final Duration DISORDER = Duration.ofMinutes(10);

    private static final Duration READING_DEADLINE = Duration.ofSeconds(5);
    private static final Duration JUDGING_DEADLINE = Duration.ofSeconds(10);
    private static final Duration REQUEST_LEAD = Duration.ofSeconds(1);
    private static final int LOOKED_AT_MAX = 200_000;
    private static final int STORY_MAX = 10_000;

    /// Of the records of one answer and the fetches that they are judged by: it ends early where
    /// they are large.
    static final long BYTES_MAX = 2L << 20;

    /// Heap that a record takes for each of its bytes.
    static final int HEAP_OF_BYTE = 3;

    /// Heap for what is remembered of earlier events, beside what the page leaves.
    static final long LOOKED_BACK_BYTES = 512L << 10;

    /// Parts of a page that are tried where the whole looks back on too much.
    private static final int SMALLER = 4;

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final RecordDecoder outlines;
    private final Function<AdFetched, Optional<FlowOutline>> flows;
    private final Consumer<String, byte[]> forward;
    private @Nullable Consumer<String, byte[]> backward;
    private final Set<String> foundFetchIds = new HashSet<>();

    /// [#foundBytes] after each of the records that were found last.
    private final List<Long> foundTo = new ArrayList<>();

    private long foundBytes;

    /// @param decoder reads whole records
    /// @param outlines reads them without verdicts on candidates
    HistoryReading(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            RecordDecoder decoder,
            RecordDecoder outlines,
            Function<AdFetched, Optional<FlowOutline>> flows) {
        this.consumers = consumers;
        this.decoder = decoder;
        this.outlines = outlines;
        this.flows = flows;
        forward = consumers.get();
    }

    HistoryPage page(HistoryQuery query, int partitionCount) {
        List<TopicPartition> places = places(query.topics(), query.partitions(partitionCount));
        if (places.isEmpty()) {
            return new HistoryPage(List.of(), null);
        }
        forward.assign(places);
        OffsetLookup lookup = new OffsetLookup(forward, places);
        RecordScan scan = scan(query, places, lookup);
        long deadlineNanos = System.nanoTime() + READING_DEADLINE.toNanos();
        List<JudgedEvent> items = new ArrayList<>();
        List<PlacedRecord> left = List.of();
        while (items.size() < query.limit() && foundBytes < BYTES_MAX && left.isEmpty()) {
            List<PlacedRecord> found =
                    found(scan, query, query.limit() - items.size(), deadlineNanos);
            List<JudgedEvent> judged = judgedPart(found);
            judged.stream().filter(query.filter()::keeps).forEach(items::add);
            left = found.subList(judged.size(), found.size());
            if (found.isEmpty() || System.nanoTime() > deadlineNanos) {
                break;
            }
        }
        boolean last = scan.exhausted() && left.isEmpty();
        return new HistoryPage(items, last ? null : cursor(scan, places, left, query));
    }

    private RecordScan scan(HistoryQuery query, List<TopicPartition> places, OffsetLookup lookup) {
        Map<TopicPartition, Long> starts = lookup.offsets(query.from());
        Map<TopicPartition, Long> ends = new HashMap<>(ends(query, lookup));
        Map<TopicPartition, HistoryQuery.OffsetRange> placeToRange = query.placeToRange();
        if (placeToRange != null) {
            places.forEach(place -> narrow(place, placeToRange.get(place), starts, ends));
        }
        JournalCursor cursor = query.cursor();
        if (cursor != null) {
            if (cursor.offsets().size() != places.size()) {
                throw new IllegalArgumentException("the cursor is of another query");
            }
            for (int index = 0; index < places.size(); index++) {
                TopicPartition place = places.get(index);
                // A cursor is what a client sends.
                long next = Math.min(cursor.offsets().get(index), lookup.end(place));
                if (query.newestFirst()) {
                    ends.merge(place, next, Math::min);
                } else {
                    starts.merge(place, next, Math::max);
                }
            }
        }
        return query.newestFirst()
                ? new NewestFirstScan(forward, starts, ends)
                : new TimeOrderedScan(forward, starts, ends);
    }

    private static void narrow(
            TopicPartition place,
            HistoryQuery.@Nullable OffsetRange range,
            Map<TopicPartition, Long> starts,
            Map<TopicPartition, Long> ends) {
        if (range == null) {
            ends.put(place, starts.getOrDefault(place, 0L));
        } else {
            starts.merge(place, range.first(), Math::max);
            ends.merge(place, range.end(), Math::min);
        }
    }

    /// Behind the last of the records in each partition.
    private static Map<TopicPartition, Long> after(List<PlacedRecord> found) {
        Map<TopicPartition, Long> placeToEnd = new HashMap<>();
        found.forEach(record -> placeToEnd.merge(record.place(), record.offset() + 1, Math::max));
        return placeToEnd;
    }

    private List<PlacedRecord> found(
            RecordScan scan, HistoryQuery query, int limit, long deadlineNanos) {
        List<PlacedRecord> found = new ArrayList<>();
        foundTo.clear();
        for (int lookedAt = 0;
                found.size() < limit && lookedAt < LOOKED_AT_MAX && foundBytes < BYTES_MAX;
                lookedAt++) {
            ConsumerRecord<String, byte[]> next = scan.next(deadlineNanos);
            if (next == null) {
                break;
            }
            if (inTime(next, query)) {
                (query.withVerdicts() ? decoder : outlines)
                        .decode(next)
                        .filter(query::mayKeep)
                        .ifPresent(record -> add(record, next, found));
            }
        }
        return found;
    }

    private void add(
            PlacedRecord record, ConsumerRecord<String, byte[]> source, List<PlacedRecord> found) {
        found.add(record);
        foundBytes += Math.max(0, source.serializedValueSize());
        String fetchId = record.event().getFetchId();
        if (fetchId != null && foundFetchIds.add(fetchId)) {
            foundBytes += LookedBack.FETCH_BYTES;
        }
        foundTo.add(foundBytes);
    }

    private static boolean inTime(ConsumerRecord<String, byte[]> found, HistoryQuery query) {
        Instant to = query.to();
        return found.timestamp() >= query.from().toEpochMilli()
                && (to == null || found.timestamp() < to.toEpochMilli());
    }

    private static Map<TopicPartition, Long> ends(HistoryQuery query, OffsetLookup lookup) {
        Instant to = query.to();
        return to == null ? lookup.ends() : lookup.offsets(to.plus(DISORDER));
    }

    /// The records with their verdicts, or as many of the first ones as can be judged within the
    /// memory that the page has: their fetches may have had any number of events before. One alone
    /// that cannot has no verdict.
    private List<JudgedEvent> judgedPart(List<PlacedRecord> found) {
        if (found.isEmpty()) {
            return List.of();
        }
        long deadlineNanos = System.nanoTime() + JUDGING_DEADLINE.toNanos();
        List<PlacedRecord> part = found;
        PageJudge judge = pageJudge(part, deadlineNanos);
        while (judge.holds() > lookedBackMost(part) && part.size() > 1) {
            part = part.subList(0, Math.ceilDiv(part.size(), SMALLER));
            judge = pageJudge(part, deadlineNanos);
        }
        return judge.judged(part, correctedEvents(part));
    }

    /// Heap for the events before the first records that were found.
    private long lookedBackMost(List<PlacedRecord> first) {
        return LOOKED_BACK_BYTES
                + HEAP_OF_BYTE * Math.max(0, BYTES_MAX - foundTo.get(first.size() - 1));
    }

    private PageJudge pageJudge(List<PlacedRecord> found, long deadlineNanos) {
        Map<Boolean, List<PlacedRecord>> lateToFound =
                found.stream().collect(Collectors.partitioningBy(FetchJudge::isLate));
        long mostBytes = lookedBackMost(found);
        FetchJudge inTime =
                judge(lateToFound.getOrDefault(false, List.of()), mostBytes, deadlineNanos);
        return new PageJudge(
                inTime,
                judge(
                        lateToFound.getOrDefault(true, List.of()),
                        mostBytes - inTime.holds(),
                        deadlineNanos));
    }

    private FetchJudge judge(List<PlacedRecord> found, long mostBytes, long deadlineNanos) {
        VerdictDependencies dependencies = new VerdictDependencies();
        found.forEach(dependencies::add);
        FetchJudge judge = judge(dependencies, found, mostBytes, deadlineNanos);
        if (judge.anyGoals() && found.stream().anyMatch(HistoryReading::isConversion)) {
            dependencies.addClicks();
            judge = judge(dependencies, found, mostBytes, deadlineNanos);
        }
        return judge;
    }

    /// Reads the corrections of the records' partitions, from the first record on: none comes
    /// before its event. A conversion is judged by orders of its whole fetch.
    private CorrectedEvents correctedEvents(List<PlacedRecord> found) {
        CorrectedEvents corrected = new CorrectedEvents(found);
        Map<TopicPartition, Instant> placeToFirst = new HashMap<>();
        for (PlacedRecord record : found) {
            placeToFirst.merge(
                    new TopicPartition(Topics.CORRECTIONS.name(), record.place().partition()),
                    since(record).minus(DISORDER),
                    (left, right) -> left.isBefore(right) ? left : right);
        }
        if (placeToFirst.isEmpty()) {
            return corrected;
        }
        Consumer<String, byte[]> consumer = backward();
        consumer.assign(placeToFirst.keySet());
        OffsetLookup lookup = new OffsetLookup(consumer, placeToFirst.keySet());
        TimeOrderedScan scan =
                new TimeOrderedScan(consumer, lookup.offsets(placeToFirst), lookup.ends());
        long deadlineNanos = System.nanoTime() + JUDGING_DEADLINE.toNanos();
        for (ConsumerRecord<String, byte[]> next = scan.next(deadlineNanos);
                next != null;
                next = scan.next(deadlineNanos)) {
            if (corrected.concerns(next)) {
                outlines.decode(next).ifPresent(corrected::add);
            }
        }
        if (!scan.exhausted()) {
            throw new StateUnavailableException("the corrections could not be read in time");
        }
        return corrected;
    }

    private static Instant since(PlacedRecord record) {
        Optional<FetchId> fetchId =
                Optional.ofNullable(record.event().getFetchId()).flatMap(FetchId::parse);
        return isConversion(record) && fetchId.isPresent()
                ? fetchId.get().madeAt()
                : record.journaledAt();
    }

    private static boolean isConversion(PlacedRecord record) {
        return record.event() instanceof ConversionRecorded;
    }

    /// Judges the records, and gives up where the events before them take more memory.
    private FetchJudge judge(
            VerdictDependencies dependencies,
            List<PlacedRecord> found,
            long mostBytes,
            long deadlineNanos) {
        FetchJudge judge = new FetchJudge(flows, found);
        if (dependencies.isEmpty()) {
            return judge;
        }
        Consumer<String, byte[]> consumer = backward();
        consumer.assign(dependencies.sinces().keySet());
        OffsetLookup lookup = new OffsetLookup(consumer, dependencies.sinces().keySet());
        Map<TopicPartition, Long> placeToEnd = lookup.offsets(dependencies.untils());
        Map<TopicPartition, Long> placeToFound = after(found);
        dependencies
                .sinces()
                .keySet()
                .forEach(place ->
                        placeToEnd.merge(place, placeToFound.getOrDefault(place, 0L), Math::max));
        TimeOrderedScan scan =
                new TimeOrderedScan(consumer, lookup.offsets(dependencies.sinces()), placeToEnd);
        LookedBack kept = new LookedBack();
        for (ConsumerRecord<String, byte[]> next = scan.next(deadlineNanos);
                next != null && judge.holds() <= mostBytes;
                next = scan.next(deadlineNanos)) {
            if (dependencies.concerns(next)) {
                outlines.decode(next).ifPresent(record -> judge.add(kept.of(record)));
            }
        }
        if (scan.exhausted() && judge.holds() <= mostBytes) {
            judge.end();
        }
        return judge;
    }

    /// The record of a request. Its time and the id's are of the same clock, so it is among the
    /// first records that are read.
    Optional<PlacedRecord> request(FetchId fetchId) {
        List<TopicPartition> places =
                places(List.of(Topics.FETCHES, Topics.NO_FILLS), List.of(fetchId.partition()));
        forward.assign(places);
        OffsetLookup lookup = new OffsetLookup(forward, places);
        TimeOrderedScan scan =
                new TimeOrderedScan(
                        forward,
                        lookup.offsets(fetchId.madeAt().minus(REQUEST_LEAD)),
                        lookup.ends());
        VerdictDependencies own = VerdictDependencies.of(fetchId);
        long lastMillis = fetchId.madeAt().plus(VerdictDependencies.FETCH_DELAY).toEpochMilli();
        long deadlineNanos = System.nanoTime() + READING_DEADLINE.toNanos();
        ConsumerRecord<String, byte[]> next = scan.next(deadlineNanos);
        while (next != null && next.timestamp() <= lastMillis) {
            if (own.concerns(next)) {
                Optional<PlacedRecord> found =
                        decoder.decode(next).filter(HistoryReading::isRequest);
                if (found.isPresent()) {
                    return found;
                }
            }
            next = scan.next(deadlineNanos);
        }
        if (next == null && !scan.exhausted()) {
            throw new StateUnavailableException("the fetch was not found in time");
        }
        return Optional.empty();
    }

    /// Everything about a fetch.
    ///
    /// @param window how long after it was made it is read
    FetchStory story(FetchId fetchId, Duration window) {
        List<TopicPartition> places =
                places(HistoryQuery.judgedTopics(), List.of(fetchId.partition()));
        forward.assign(places);
        OffsetLookup lookup = new OffsetLookup(forward, places);
        Instant readTo = fetchId.madeAt().plus(window);
        TimeOrderedScan scan =
                new TimeOrderedScan(
                        forward,
                        lookup.offsets(fetchId.madeAt().minus(VerdictDependencies.CLOCK_SKEW)),
                        lookup.offsets(readTo));
        VerdictDependencies own = VerdictDependencies.of(fetchId);
        List<PlacedRecord> found = new ArrayList<>();
        long deadlineNanos = System.nanoTime() + JUDGING_DEADLINE.toNanos();
        while (found.size() < STORY_MAX && foundBytes < BYTES_MAX) {
            ConsumerRecord<String, byte[]> next = scan.next(deadlineNanos);
            if (next == null) {
                break;
            }
            if (own.concerns(next)) {
                outlines.decode(next).ifPresent(record -> add(record, next, found));
            }
        }
        FetchJudge judge = new FetchJudge(flows, found);
        found.forEach(judge::add);
        if (scan.exhausted()) {
            judge.end();
        }
        CorrectedEvents corrected = correctedEvents(found);
        return new FetchStory(
                found.stream()
                        .sorted(Comparator.comparing(record -> !isRequest(record)))
                        .map(record -> judge.judged(record, corrected))
                        .toList(),
                readTo,
                scan.exhausted());
    }

    static boolean isRequest(PlacedRecord record) {
        return record.event() instanceof AdFetched || record.event() instanceof AdNotFilled;
    }

    @Override
    public void close() {
        forward.close();
        Consumer<String, byte[]> opened = backward;
        if (opened != null) {
            opened.close();
        }
    }

    private Consumer<String, byte[]> backward() {
        Consumer<String, byte[]> opened = backward;
        if (opened == null) {
            opened = consumers.get();
            backward = opened;
        }
        return opened;
    }

    /// @param left the last records that were found, which the next page begins with
    private static JournalCursor cursor(
            RecordScan scan,
            List<TopicPartition> places,
            List<PlacedRecord> left,
            HistoryQuery query) {
        Map<TopicPartition, Long> placeToOffset = new HashMap<>(scan.positions());
        left.forEach(record -> {
            if (query.newestFirst()) {
                placeToOffset.merge(record.place(), record.offset() + 1, Math::max);
            } else {
                placeToOffset.merge(record.place(), record.offset(), Math::min);
            }
        });
        return new JournalCursor(
                places.stream().map(place -> placeToOffset.getOrDefault(place, 0L)).toList());
    }

    private static List<TopicPartition> places(List<Topic<?>> topics, List<Integer> partitions) {
        return topics.stream()
                .flatMap(topic ->
                        partitions.stream()
                                .map(partition -> new TopicPartition(topic.name(), partition)))
                .toList();
    }

    /// Judges the records of a page. Late conversions look back on what is much older, so they are
    /// judged apart, last: no other verdict waits for theirs.
    private record PageJudge(FetchJudge inTime, FetchJudge late) {
        long holds() {
            return inTime.holds() + late.holds();
        }

        List<JudgedEvent> judged(List<PlacedRecord> records, CorrectedEvents corrected) {
            return records.stream()
                    .map(record ->
                            (FetchJudge.isLate(record) ? late : inTime).judged(record, corrected))
                    .toList();
        }
    }
}
