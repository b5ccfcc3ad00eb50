package io.interlude.report.audit.count;

import io.interlude.domain.money.Money;
import io.interlude.schema.RollupCell;
import java.util.List;

/// A number of a cell that an audit compares, under its name in reports.
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
    CUSTOM_EVENTS("customEvents"),
    WOULD_SERVE("wouldServe"),
    WOULD_SPEND("wouldSpend"),
    /// Is in cells of its own.
    REACH("reach"),
    NO_FILLS_APPROPRIATENESS_SUPPRESSED("noFills.reason.appropriateness_suppressed"),
    NO_FILLS_FREQUENCY_CAPPED("noFills.reason.frequency_capped"),
    NO_FILLS_NO_DEMAND("noFills.reason.no_demand"),
    /// From here to [#NO_FILLS_OUTRANKED] in the order of the rules.
    NO_FILLS_NO_CANDIDATE("noFills.rule.no_candidate"),
    NO_FILLS_STATUS("noFills.rule.status"),
    NO_FILLS_FLIGHT("noFills.rule.flight"),
    NO_FILLS_AD_UNIT("noFills.rule.ad_unit"),
    NO_FILLS_FORMAT("noFills.rule.format"),
    NO_FILLS_TARGETING("noFills.rule.targeting"),
    NO_FILLS_BLOCKED("noFills.rule.blocked"),
    NO_FILLS_DAYPART("noFills.rule.daypart"),
    NO_FILLS_BUDGET("noFills.rule.budget"),
    NO_FILLS_PACING("noFills.rule.pacing"),
    NO_FILLS_HIDDEN("noFills.rule.hidden"),
    NO_FILLS_FREQUENCY_CAP("noFills.rule.frequency_cap"),
    NO_FILLS_AD_LOAD("noFills.rule.ad_load"),
    NO_FILLS_SEPARATION("noFills.rule.separation"),
    NO_FILLS_SUITABILITY("noFills.rule.suitability"),
    NO_FILLS_RELEVANCE("noFills.rule.relevance"),
    NO_FILLS_CURRENCY("noFills.rule.currency"),
    NO_FILLS_FLOOR("noFills.rule.floor"),
    NO_FILLS_APPROPRIATENESS("noFills.rule.appropriateness"),
    NO_FILLS_HELD_OUT("noFills.rule.held_out"),
    NO_FILLS_OUTRANKED("noFills.rule.outranked"),
    NO_FILLS_UNDECIDED("noFills.undecided");

    /// All of them, in their order.
    public static final List<AuditMetric> ALL = List.of(values());

    /// Those that reports have under these names: the first ones.
    public static final List<AuditMetric> REPORTED = ALL.subList(0, REACH.index() + 1);

    /// No-fills by reason.
    static final List<AuditMetric> REASONS =
            ALL.subList(NO_FILLS_APPROPRIATENESS_SUPPRESSED.index(), NO_FILLS_NO_CANDIDATE.index());

    /// No-fills by the last rule that any candidate came to, in the order of the rules.
    static final List<AuditMetric> RULES =
            ALL.subList(NO_FILLS_NO_CANDIDATE.index(), NO_FILLS_UNDECIDED.index());

    private static final String NO_FILLS_BY = "noFills.";

    private final String wireName;

    AuditMetric(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /// True for micros of a currency.
    public boolean isMoney() {
        return this == CONVERSION_VALUE || this == SPEND || this == WOULD_SPEND;
    }

    /// True for those that totals do not name where nothing was counted: they came later than the
    /// audits that people keep.
    public boolean isToldWhenThereIsAny() {
        return switch (this) {
            case HIDES, FEEDBACK, CUSTOM_EVENTS, WOULD_SERVE, WOULD_SPEND -> true;
            default -> false;
        };
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
            case CUSTOM_EVENTS -> cell.getCustomEvents();
            case WOULD_SERVE -> cell.getWouldServe();
            case WOULD_SPEND -> cell.getWouldSpendMicros();
            case REACH -> 0;
            default ->
                    cell.getNoFillsBy() == null
                            ? 0
                            : cell.getNoFillsBy()
                                    .getOrDefault(wireName.substring(NO_FILLS_BY.length()), 0L);
        };
    }

    /// The amount as reports write it: a number, or a decimal string of money.
    public Object written(long amount) {
        return isMoney() ? Money.decimalString(amount) : (Object) amount;
    }
}
