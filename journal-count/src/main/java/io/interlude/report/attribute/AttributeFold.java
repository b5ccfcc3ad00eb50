package io.interlude.report.attribute;

import io.interlude.domain.identity.OrgId;
import io.interlude.report.attribute.AttributeStore.Meta;
import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.rollup.AttributeQuery;
import io.interlude.report.rollup.CellSlice;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/// The counts of one org by some attributes, as far as the journal was read for them. The records
/// of a request are kept, and with each further one the difference that it makes is added: so
/// whatever the order in which records come, the counts are those of all that was read. Safe for
/// use by many threads; one at a time reads a partition for it.
final class AttributeFold {
    private static final long NANOS_OF_MILLI = 1_000_000;

    private final AttributeStore store;
    private final Meta meta;
    private final AttributeBreakdown attributes;
    private final List<KeptValues> values = new ArrayList<>();
    private final Map<TopicPartition, Long> positions;
    private final Map<TopicPartition, Bounds> bounds = new ConcurrentHashMap<>();
    private volatile boolean complete;
    private volatile boolean live;
    private volatile boolean dropped;
    private volatile boolean ofAnotherJournal;

    /// The first offset and the end of a partition, as last looked at.
    private record Bounds(long begin, long end) {}

    AttributeFold(AttributeStore store, Meta meta, int mostValues) {
        this.store = store;
        this.meta = meta;
        this.attributes = new AttributeBreakdown(meta.names(), this::keep);
        this.positions = new ConcurrentHashMap<>(store.positions(meta.id()));
        this.complete = meta.complete();
        meta.names().forEach(_ -> values.add(new KeptValues(mostValues)));
        for (int i = 0; i < values.size(); i++) {
            KeptValues kept = values.get(i);
            forEachValue(i, (_, valuePart) -> kept.add(CellKey.value(valuePart)));
        }
    }

    private String keep(String name, String value) {
        return values.get(meta.names().indexOf(name)).add(value);
    }

    Meta meta() {
        return meta;
    }

    OrgId orgId() {
        return meta.orgId();
    }

    ZoneId zone() {
        return meta.zone();
    }

    AttributeBreakdown attributes() {
        return attributes;
    }

    boolean covers(List<String> names, ZoneId zone) {
        return meta.zone().equals(zone) && meta.names().containsAll(names);
    }

    String label(String attribute, String value) {
        return values.get(meta.names().indexOf(attribute)).label(value);
    }

    /// From where on the partition is not read; 0 before anything was.
    long position(TopicPartition place) {
        return positions.getOrDefault(place, 0L);
    }

    /// Notes where the partition begins and ends.
    synchronized void look(TopicPartition place, long begin, long end) {
        ofAnotherJournal |= position(place) > end;
        bounds.put(place, new Bounds(begin, end));
    }

    /// True where more was read than there is: the journal is another one.
    boolean isOfAnotherJournal() {
        return ofAnotherJournal;
    }

    /// True once it has come to the journal's end.
    boolean isComplete() {
        return complete;
    }

    /// Notes that it has come to the journal's end.
    synchronized void complete() {
        if (!dropped) {
            store.flush();
            store.write(new Meta(meta.id(), meta.orgId(), meta.names(), meta.zone(), true));
        }
        complete = true;
    }

    /// True when reports can be read.
    boolean isLive() {
        return live;
    }

    void beLive() {
        live = true;
    }

    /// The share of the journal that is read, 0 to 1; 1 only once reports can be read.
    double progress() {
        if (live) {
            return 1;
        }
        double read = 0;
        double size = 0;
        for (Map.Entry<TopicPartition, Bounds> place : bounds.entrySet()) {
            Bounds of = place.getValue();
            size += of.end() - of.begin();
            read += Math.clamp(position(place.getKey()) - of.begin(), 0L, of.end() - of.begin());
        }
        return size == 0 ? 0 : Math.min(0.99, read / size);
    }

    /// True once everything before these offsets is counted.
    boolean hasRead(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> position(end.getKey()) >= end.getValue());
    }

    byte @Nullable [] request(byte[] key) {
        return store.request(key);
    }

    /// Keeps what readings changed, all of it or nothing. As long as the fold has not come to the
    /// journal's end, a crash may take the latest of it back, with the positions.
    ///
    /// @param read offsets from which on its partitions are not read now
    synchronized void keep(WriteBatch changes, Map<TopicPartition, Long> read)
            throws RocksDBException {
        if (dropped) {
            return;
        }
        for (Map.Entry<TopicPartition, Long> place : read.entrySet()) {
            AttributeStore.putPosition(changes, meta.id(), place.getKey(), place.getValue());
        }
        store.write(changes, complete);
        positions.putAll(read);
        notifyAll();
    }

    /// Waits until everything before these offsets is counted.
    ///
    /// @return false if it is not by the deadline, or never will be
    synchronized boolean awaitRead(Map<TopicPartition, Long> ends, long deadlineNanos)
            throws InterruptedException {
        while (!hasRead(ends)) {
            long leftMillis = (deadlineNanos - System.nanoTime()) / NANOS_OF_MILLI;
            if (dropped || leftMillis <= 0) {
                return false;
            }
            wait(leftMillis);
        }
        return true;
    }

    synchronized void drop() {
        if (!dropped) {
            dropped = true;
            store.drop(meta.id());
            notifyAll();
        }
    }

    boolean isDropped() {
        return dropped;
    }

    /// Gives the cells of a slice.
    void forEach(String attribute, CellSlice slice, Consumer<AttributeQuery.Cell> taker) {
        int place = meta.names().indexOf(attribute);
        AuditSpan span =
                switch (slice.granularity()) {
                    case minute -> AuditSpan.MINUTE;
                    case hour -> AuditSpan.HOUR;
                    case day -> AuditSpan.DAY;
                    case UNKNOWN -> throw new IllegalArgumentException("cells of unknown length");
                };
        long from = AuditSpan.minute(slice.from());
        long to = AuditSpan.minute(slice.to());
        forEachValue(
                place,
                (at, valuePart) -> {
                    String label = values.get(place).label(CellKey.value(valuePart));
                    byte[] end = CellKey.from(valuePart, span, to);
                    AttributeQuery.Cell cell = null;
                    byte[] cellKey = new byte[0];
                    for (at.seek(CellKey.from(valuePart, span, from)); at.isValid(); at.next()) {
                        byte[] key = at.key();
                        if (Arrays.compareUnsigned(key, end) >= 0) {
                            break;
                        }
                        if (cell == null || !isSameCell(key, cellKey)) {
                            if (cell != null) {
                                taker.accept(cell);
                            }
                            cellKey = key;
                            cell = new AttributeQuery.Cell(attribute, label);
                            cell.setOrgId(meta.orgId().value());
                            CellKey.read(key, valuePart.length, cell);
                            cell.setGranularity(slice.granularity());
                            cell.setTimeZone(meta.zone().getId());
                        }
                        CellKey.set(cell, CellKey.metric(key), AttributeStore.amount(at.value()));
                    }
                    if (cell != null) {
                        taker.accept(cell);
                    }
                });
    }

    /// All of the key but the metric.
    private static boolean isSameCell(byte[] key, byte[] other) {
        int size = key.length - 1;
        return key.length == other.length && Arrays.equals(key, 0, size, other, 0, size);
    }

    private void forEachValue(int attribute, ValueReader reader) {
        byte[] prefix = CellKey.ofAttribute(meta.id(), attribute);
        store.iterate(at -> {
            at.seek(prefix);
            while (at.isValid() && AttributeStore.startsWith(at.key(), prefix)) {
                byte[] valuePart = CellKey.valuePart(at.key());
                reader.read(at, valuePart);
                at.seek(CellKey.after(valuePart));
            }
        });
    }

    /// Reads the cells of a value.
    private interface ValueReader {
        void read(RocksIterator at, byte[] valuePart);
    }
}
