package io.interlude.report.attribute;

import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.audit.count.Series;
import io.interlude.report.rollup.AttributeQuery;
import io.interlude.schema.RollupCell;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Keys of counters, one for each metric of a cell: fold, `c`, attribute, value (its length first,
/// so that they lie in the order of [KeptValues]), span, start, dimensions, correction, metric.
final class CellKey {
    static final byte KIND = 'c';

    /// Length that stands for [AttributeQuery.Cell#OTHER], after all values.
    private static final int OTHER_LENGTH = 0xFFFF;

    private static final int FIXED_BYTES = 4 + 1 + 1 + 2 + 1 + 8 + 2;

    private CellKey() {}

    /// What all keys of a fold's attribute begin with.
    static byte[] ofAttribute(int fold, int attribute) {
        return ByteBuffer.allocate(6).putInt(fold).put(KIND).put((byte) attribute).array();
    }

    /// What the key has in common with those of the same value.
    static byte[] valuePart(byte[] key) {
        int length = Short.toUnsignedInt(ByteBuffer.wrap(key).getShort(6));
        byte[] part = new byte[8 + (length == OTHER_LENGTH ? 0 : length)];
        System.arraycopy(key, 0, part, 0, part.length);
        return part;
    }

    static String value(byte[] valuePart) {
        return Short.toUnsignedInt(ByteBuffer.wrap(valuePart).getShort(6)) == OTHER_LENGTH
                ? AttributeQuery.Cell.OTHER
                : new String(valuePart, 8, valuePart.length - 8, StandardCharsets.UTF_8);
    }

    /// Where the cells of a value begin that are not before the start.
    static byte[] from(byte[] valuePart, AuditSpan span, long start) {
        return ByteBuffer.allocate(valuePart.length + 9)
                .put(valuePart)
                .put((byte) spanIndex(span))
                .putLong(start ^ Long.MIN_VALUE)
                .array();
    }

    /// After all keys of a value.
    static byte[] after(byte[] valuePart) {
        return ByteBuffer.allocate(valuePart.length + 1).put(valuePart).put((byte) 0xFF).array();
    }

    /// All but correction and metric, which are the last two bytes.
    static byte[] of(int fold, int attribute, String value, AuditSpan span, long start, Series of) {
        List<String> dimensions = dimensions(of);
        byte[] valueBytes = value.getBytes(StandardCharsets.UTF_8);
        boolean other = value.equals(AttributeQuery.Cell.OTHER);
        byte[][] texts = new byte[dimensions.size()][];
        int size = FIXED_BYTES + (other ? 0 : valueBytes.length);
        for (int i = 0; i < texts.length; i++) {
            texts[i] = dimensions.get(i).getBytes(StandardCharsets.UTF_8);
            size += 2 + texts[i].length;
        }
        ByteBuffer key = ByteBuffer.allocate(size);
        key.putInt(fold).put(KIND).put((byte) attribute);
        if (other) {
            key.putShort((short) OTHER_LENGTH);
        } else {
            key.putShort((short) valueBytes.length).put(valueBytes);
        }
        key.put((byte) spanIndex(span)).putLong(start ^ Long.MIN_VALUE);
        for (byte[] text : texts) {
            key.putShort((short) text.length).put(text);
        }
        return key.array();
    }

    /// The key of one of the cell's counters.
    static byte[] counter(byte[] cell, boolean correction, AuditMetric metric) {
        byte[] key = cell.clone();
        key[key.length - 2] = (byte) (correction ? 1 : 0);
        key[key.length - 1] = (byte) metric.index();
        return key;
    }

    private static int spanIndex(AuditSpan span) {
        return span.compareTo(AuditSpan.MINUTE);
    }

    /// Reads what a counter's key tells of its cell.
    ///
    /// @param valueBytes length of the key's part before the span
    static void read(byte[] key, int valueBytes, RollupCell cell) {
        ByteBuffer at = ByteBuffer.wrap(key).position(valueBytes + 1);
        cell.setStartsAt(AuditSpan.instant(at.getLong() ^ Long.MIN_VALUE));
        cell.setApplicationId(text(at));
        cell.setAdUnitCode(text(at));
        cell.setCampaignId(text(at));
        cell.setLineItemId(text(at));
        cell.setCreativeId(text(at));
        cell.setFormat(RenderFormatCodec.named(text(at)));
        cell.setConversionGoal(text(at));
        cell.setConversionName(text(at));
        cell.setEventName(text(at));
        cell.setCurrency(text(at));
        cell.setCorrection(at.get() == 1);
    }

    static AuditMetric metric(byte[] key) {
        return AuditMetric.ALL.get(key[key.length - 1]);
    }

    private static List<String> dimensions(Series of) {
        return List.of(
                of.application(),
                of.adUnit(),
                of.campaign(),
                of.lineItem(),
                of.creative(),
                of.format(),
                of.conversionGoal(),
                of.conversionName(),
                of.eventName(),
                of.currency());
    }

    private static String text(ByteBuffer at) {
        int length = Short.toUnsignedInt(at.getShort());
        byte[] text = new byte[length];
        at.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /// Sets one of the cell's counters.
    static void set(RollupCell cell, AuditMetric metric, long amount) {
        switch (metric) {
            case FETCHES -> cell.setFetches(amount);
            case NO_FILLS -> cell.setNoFills(amount);
            case SENDS -> cell.setSends(amount);
            case DELIVERS -> cell.setDelivers(amount);
            case READS -> cell.setReads(amount);
            case CLICKS -> cell.setClicks(amount);
            case UNIQUE_CLICKS -> cell.setUniqueClicks(amount);
            case CONVERSIONS -> cell.setConversionCount(amount);
            case CONVERSION_VALUE -> cell.setConversionValueMicros(amount);
            case SPEND -> cell.setSpendMicros(amount);
            case ENGAGEMENTS -> cell.setEngagements(amount);
            case INVALID_CLICKS -> cell.setInvalidClicks(amount);
            case INVALID_CONVERSIONS -> cell.setInvalidConversions(amount);
            case HIDES -> cell.setHides(amount);
            case FEEDBACK -> cell.setFeedback(amount);
            case CUSTOM_EVENTS -> cell.setCustomEvents(amount);
            case WOULD_SERVE -> cell.setWouldServe(amount);
            case WOULD_SPEND -> cell.setWouldSpendMicros(amount);
            default -> throw new IllegalArgumentException("not counted: " + metric);
        }
    }
}
