package io.interlude.report.attribute;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.report.attribute.JournalFollower.FlowNotKnownException;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.audit.count.Counts;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.PlacedEvent;
import io.interlude.report.audit.count.PlainCount;
import io.interlude.report.audit.count.Series;
import io.interlude.report.audit.count.Subject;
import io.interlude.report.audit.count.Tally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The changes of a fold by readings of the journal, as long as they are not kept: a request is
/// counted once then, however many of its records were read. Used by one thread.
final class FoldBatch {
    private static final Logger LOG = LoggerFactory.getLogger(FoldBatch.class);

    /// Records that are held at a time; a fetch takes about 1 KB.
    private static final int MOST = 20_000;

    private static final long LONGEST_NANOS = 2_000_000_000;

    private static final List<AuditSpan> SPANS =
            List.of(AuditSpan.MINUTE, AuditSpan.HOUR, AuditSpan.DAY);

    /// Those that are sums.
    private static final List<AuditMetric> METRICS =
            AuditMetric.REPORTED.stream().filter(metric -> metric != AuditMetric.REACH).toList();

    private final AttributeFold fold;
    private final PlainCount count;
    private final Ledger ledger;
    private final AttributionWindow window;
    private final Map<TopicPartition, Long> read = new HashMap<>();
    private final Map<String, Request> subjectToRequest = new HashMap<>();
    private final Map<Tally.Minute, Counts> minuteToChange = new HashMap<>();
    private final long beginNanos = System.nanoTime();
    private int size;

    /// The records of a request that were read.
    ///
    /// @param partition of all its records
    private record Request(int partition, List<PlacedEvent> records) {}

    /// @param start in minutes since 1970
    private record Cell(Series series, AuditSpan span, long start) {}

    /// @param window after which events of a fetch do not count
    FoldBatch(AttributeFold fold, PlainCount count, Ledger ledger, AttributionWindow window) {
        this.fold = fold;
        this.count = count;
        this.ledger = ledger;
        this.window = window;
    }

    /// The offset from which on the partition is not read, counting changes that are not kept yet.
    long position(TopicPartition place) {
        Long position = read.get(place);
        return position == null ? fold.position(place) : position;
    }

    /// Notes the offset from which on the partition is not read now.
    void readTo(TopicPartition place, long position) {
        if (position > position(place)) {
            read.put(place, position);
        }
    }

    /// Adds the next record of a partition.
    void add(int partition, PlacedEvent next) {
        String subject = Subject.keyOf(next.event()).orElse("");
        if (subject.isEmpty() || window.isPast(next.event())) {
            return;
        }
        PlacedEvent slim =
                new PlacedEvent(
                        next.topic(),
                        next.offset(),
                        next.writtenAtMillis(),
                        false,
                        Ledger.slim(next.event(), fold.attributes()));
        subjectToRequest
                .computeIfAbsent(subject, _ -> new Request(partition, new ArrayList<>(4)))
                .records()
                .add(slim);
        size++;
    }

    /// True when it is to be kept before anything else is added.
    boolean isDue() {
        return size >= MOST || System.nanoTime() - beginNanos > LONGEST_NANOS;
    }

    /// Keeps the changes. Nothing may be added afterwards.
    void keep() {
        if (read.isEmpty()) {
            return;
        }
        try (WriteBatch batch = new WriteBatch()) {
            for (Map.Entry<String, Request> each : subjectToRequest.entrySet()) {
                Request request = each.getValue();
                byte[] key =
                        AttributeStore.requestKey(
                                fold.meta().id(), request.partition(), each.getKey());
                byte[] before = fold.request(key);
                byte[] after = count(before, request.records());
                if (after != null && isMore(after, before)) {
                    batch.put(key, after);
                }
            }
            for (Map.Entry<Cell, Counts> change : cells().entrySet()) {
                add(batch, change.getKey(), change.getValue());
            }
            fold.keep(batch, read);
        } catch (RocksDBException e) {
            throw new StateUnavailableException("the attributes cannot be kept", e);
        }
    }

    /// Counts what the records change, those that can be counted.
    ///
    /// @return the request's records with them; the same where nothing came to them
    private byte @Nullable [] count(byte @Nullable [] before, List<PlacedEvent> records) {
        try {
            return change(before, records);
        } catch (StateUnavailableException | FlowNotKnownException e) {
            throw e;
        } catch (RuntimeException e) {
            if (records.size() == 1) {
                LOG.error("event=attributes_poison record={}", records.getFirst(), e);
                return before;
            }
            byte[] after = before;
            for (PlacedEvent each : records) {
                after = count(after, List.of(each));
            }
            return after;
        }
    }

    /// Records only come to others.
    private static boolean isMore(byte[] after, byte @Nullable [] before) {
        return before == null || after.length > before.length;
    }

    private byte @Nullable [] change(byte @Nullable [] before, List<PlacedEvent> records) {
        Subject subject = before == null ? new Subject() : ledger.read(before);
        Tally was = before == null ? null : count.countBy(subject, fold.attributes());
        byte[] after = ledger.with(before, records, subject);
        if (after == null || !isMore(after, before)) {
            return before;
        }
        Tally now = count.countBy(subject, fold.attributes());
        // Nothing fails from here on.
        add(was, -1);
        add(now, 1);
        return after;
    }

    private void add(@Nullable Tally tally, long sign) {
        if (tally != null) {
            tally.forEach((minute, counts) ->
                    add(minuteToChange.computeIfAbsent(minute, _ -> new Counts()), counts, sign));
        }
    }

    private static void add(Counts to, Counts counts, long sign) {
        for (AuditMetric metric : METRICS) {
            long counted = counts.get(metric, View.EXCLUDE);
            to.add(metric, false, sign * counted);
            to.add(metric, true, sign * (counts.get(metric, View.INCLUDE) - counted));
        }
    }

    private Map<Cell, Counts> cells() {
        Map<Cell, Counts> cellToChange = new HashMap<>();
        minuteToChange.forEach((minute, change) -> {
            for (AuditSpan span : SPANS) {
                long start = span.startOf(minute.minute(), fold.zone(), 0);
                Cell cell = new Cell(minute.series(), span, start);
                add(cellToChange.computeIfAbsent(cell, _ -> new Counts()), change, 1);
            }
        });
        return cellToChange;
    }

    private void add(WriteBatch batch, Cell of, Counts change) throws RocksDBException {
        byte[] cell =
                CellKey.of(
                        fold.meta().id(),
                        fold.meta().names().indexOf(of.series().attribute()),
                        of.series().attributeValue(),
                        of.span(),
                        of.start(),
                        of.series());
        for (AuditMetric metric : METRICS) {
            long counted = change.get(metric, View.EXCLUDE);
            add(batch, CellKey.counter(cell, false, metric), counted);
            add(
                    batch,
                    CellKey.counter(cell, true, metric),
                    change.get(metric, View.INCLUDE) - counted);
        }
    }

    private static void add(WriteBatch batch, byte[] counter, long amount) throws RocksDBException {
        if (amount != 0) {
            AttributeStore.addTo(batch, counter, amount);
        }
    }
}
