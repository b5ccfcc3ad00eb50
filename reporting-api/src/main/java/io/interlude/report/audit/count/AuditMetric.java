package io.interlude.report.audit.count;

import io.interlude.domain.money.Money;
import io.interlude.schema.RollupCell;
import java.util.List;

/// What an audit compares of a cell, under the names that reports have for it.
public enum AuditMetric {
    FETCHES("fetches"),
    NO_FILLS("noFills"),
    SENDS("sends"),
    DELIVERS("delivers"),
    READS("reads"),
    CLICKS("clicks"),
    UNIQUE_CLICKS("uniqueClicks"),
    CONVERSIONS("conversions"),
    CONVERSION_VALUE("conversionValue"),
    SPEND("spend"),
    ENGAGEMENTS("engagements"),
    INVALID_CLICKS("invalidClicks"),
    INVALID_CONVERSIONS("invalidConversions"),
    HIDES("hides"),
    FEEDBACK("feedback"),
    /// Is in cells of its own.
    REACH("reach");

    /// All of them, in their order.
    public static final List<AuditMetric> ALL = List.of(values());

    private final String wireName;

    AuditMetric(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /// True for micros of a currency.
    public boolean isMoney() {
        return this == CONVERSION_VALUE || this == SPEND;
    }

    /// True for those that totals do not name where nothing was counted: they came later than the
    /// audits that people keep.
    public boolean isToldWhenThereIsAny() {
        return this == HIDES || this == FEEDBACK;
    }

    /// Its place among [#ALL].
    public int index() {
        return compareTo(FETCHES);
    }

    public long of(RollupCell cell) {
        return switch (this) {
            case FETCHES -> cell.getFetches();
            case NO_FILLS -> cell.getNoFills();
            case SENDS -> cell.getSends();
            case DELIVERS -> cell.getDelivers();
            case READS -> cell.getReads();
            case CLICKS -> cell.getClicks();
            case UNIQUE_CLICKS -> cell.getUniqueClicks();
            case CONVERSIONS -> cell.getConversionCount();
            case CONVERSION_VALUE -> cell.getConversionValueMicros();
            case SPEND -> cell.getSpendMicros();
            case ENGAGEMENTS -> cell.getEngagements();
            case INVALID_CLICKS -> cell.getInvalidClicks();
            case INVALID_CONVERSIONS -> cell.getInvalidConversions();
            case HIDES -> cell.getHides();
            case FEEDBACK -> cell.getFeedback();
            case REACH -> 0;
        };
    }

    /// The amount as reports write it: a number, or a decimal string of money.
    public Object written(long amount) {
        return isMoney() ? Money.decimalString(amount) : (Object) amount;
    }
}
