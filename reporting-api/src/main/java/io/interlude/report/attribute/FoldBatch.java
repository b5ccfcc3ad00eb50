package io.interlude.report.attribute;

import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.audit.count.Counts;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.PlacedEvent;
import io.interlude.report.audit.count.PlainCount;
import io.interlude.report.audit.count.Subject;
import io.interlude.report.audit.count.Tally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// What one reading of the journal changes in a fold. Used by one thread.
final class FoldBatch {
    private static final List<AuditSpan> SPANS =
            List.of(AuditSpan.MINUTE, AuditSpan.HOUR, AuditSpan.DAY);

    /// Those that are sums.
    private static final List<AuditMetric> METRICS =
            AuditMetric.REPORTED.stream().filter(metric -> metric != AuditMetric.REACH).toList();

    private final AttributeFold fold;
    private final PlainCount count;
    private final Ledger ledger;
    private final Map<String, byte[]> subjectToRecords = new HashMap<>();
    private final Map<Tally.Minute, Counts> minuteToChange = new HashMap<>();

    FoldBatch(AttributeFold fold, PlainCount count, Ledger ledger) {
        this.fold = fold;
        this.count = count;
        this.ledger = ledger;
    }

    /// Adds the next record.
    void add(PlacedEvent next) {
        String subject = Subject.keyOf(next.event()).orElse("");
        if (subject.isEmpty()) {
            return;
        }
        byte[] before = subjectToRecords.get(subject);
        if (before == null) {
            before = fold.request(subject);
        }
        PlacedEvent slim =
                new PlacedEvent(
                        next.topic(),
                        next.offset(),
                        next.writtenAtMillis(),
                        false,
                        Ledger.slim(next.event(), fold.attributes()));
        byte[] after = ledger.with(before, slim);
        if (before != null && after.length == before.length) {
            return;
        }
        Tally was = before == null ? null : countOf(before);
        Tally now = countOf(after);
        // Nothing fails from here on.
        subjectToRecords.put(subject, after);
        add(was, -1);
        add(now, 1);
    }

    private Tally countOf(byte[] records) {
        return count.countBy(ledger.read(records), fold.attributes());
    }

    private void add(@Nullable Tally tally, long sign) {
        if (tally == null) {
            return;
        }
        tally.forEach((minute, counts) -> {
            Counts change = minuteToChange.computeIfAbsent(minute, _ -> new Counts());
            for (AuditMetric metric : METRICS) {
                long counted = counts.get(metric, View.EXCLUDE);
                long corrected = counts.get(metric, View.INCLUDE);
                change.add(metric, false, sign * counted);
                change.add(metric, true, sign * (corrected - counted));
            }
        });
    }

    /// Keeps the changes.
    ///
    /// @param read from where on the partitions are not read now
    void keep(Map<TopicPartition, Long> read) {
        fold.keep(this::fill, read);
    }

    private void fill(WriteBatch batch) throws RocksDBException {
        int id = fold.meta().id();
        for (Map.Entry<String, byte[]> request : subjectToRecords.entrySet()) {
            batch.put(AttributeStore.requestKey(id, request.getKey()), request.getValue());
        }
        for (Map.Entry<Tally.Minute, Counts> change : minuteToChange.entrySet()) {
            for (AuditSpan span : SPANS) {
                add(batch, change.getKey(), span, change.getValue());
            }
        }
    }

    private void add(WriteBatch batch, Tally.Minute minute, AuditSpan span, Counts change)
            throws RocksDBException {
        byte[] cell =
                CellKey.of(
                        fold.meta().id(),
                        fold.meta().names().indexOf(minute.series().attribute()),
                        minute.series().attributeValue(),
                        span,
                        span.startOf(minute.minute(), fold.zone(), 0),
                        minute.series());
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
