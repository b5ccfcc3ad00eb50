package io.interlude.aggregate.rollup;

import io.interlude.domain.matching.Contribution;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// Report cells between Avro and the domain.
public final class RollupCellCodec {
    private RollupCellCodec() {}

    /// The contribution as a cell of its minute.
    public static RollupCell toAvro(Contribution.ToCells contribution) {
        RollupCell cell =
                minute(contribution.dimensions(), contribution.currency(), contribution.at());
        setCounters(cell, contribution.counters());
        return cell;
    }

    /// The cell of a minute, with nothing counted.
    public static RollupCell minute(CellDimensions dimensions, String currency, Instant at) {
        RollupCell cell = new RollupCell();
        cell.setOrgId(dimensions.orgId().value());
        cell.setGranularity(granularity(CellSpan.MINUTE));
        cell.setStartsAt(CellSpan.MINUTE.startOf(at, ZoneOffset.UTC));
        cell.setApplicationId(dimensions.applicationId());
        cell.setAdUnitCode(dimensions.adUnitCode());
        cell.setCampaignId(dimensions.campaignId());
        cell.setLineItemId(dimensions.lineItemId());
        cell.setCreativeId(dimensions.creativeId());
        cell.setFormat(RenderFormatCodec.write(dimensions.format()));
        cell.setCurrency(currency);
        cell.setConversionGoal(dimensions.names().conversionGoal());
        cell.setConversionName(dimensions.names().conversionName());
        cell.setEventName(dimensions.names().eventName());
        cell.setTimeZone("UTC");
        return cell;
    }

    /// The first cell with the counters of both.
    public static RollupCell sum(RollupCell left, RollupCell right) {
        RollupCell sum = copy(left);
        setCounters(sum, counters(left).plus(counters(right)));
        return sum;
    }

    /// The cell of a longer span that a minute's cell adds to, with the minute's counters. A day is
    /// one of the cell's time zone.
    public static RollupCell widened(RollupCell minute, CellSpan span) {
        RollupCell widened = copy(minute);
        setCounters(widened, counters(minute));
        widened.setGranularity(granularity(span));
        widened.setStartsAt(span.startOf(minute.getStartsAt(), ZoneId.of(minute.getTimeZone())));
        return widened;
    }

    /// What the cell is of, without its counters. Avro's own copy goes by the schema and costs as
    /// much as all else that is done for an event's cell.
    private static RollupCell copy(RollupCell cell) {
        RollupCell copy = new RollupCell();
        copy.setOrgId(cell.getOrgId());
        copy.setGranularity(cell.getGranularity());
        copy.setStartsAt(cell.getStartsAt());
        copy.setApplicationId(cell.getApplicationId());
        copy.setAdUnitCode(cell.getAdUnitCode());
        copy.setCampaignId(cell.getCampaignId());
        copy.setLineItemId(cell.getLineItemId());
        copy.setCreativeId(cell.getCreativeId());
        copy.setFormat(cell.getFormat());
        copy.setCurrency(cell.getCurrency());
        copy.setCorrection(cell.getCorrection());
        copy.setTimeZone(cell.getTimeZone());
        copy.setConversionGoal(cell.getConversionGoal());
        copy.setConversionName(cell.getConversionName());
        copy.setEventName(cell.getEventName());
        return copy;
    }

    static CellCounters counters(RollupCell cell) {
        CellCounters counters =
                CellCounters.of(metric ->
                        switch (metric) {
                            case FETCHES -> cell.getFetches();
                            case NO_FILLS -> cell.getNoFills();
                            case SENDS -> cell.getSends();
                            case DELIVERS -> cell.getDelivers();
                            case READS -> cell.getReads();
                            case CLICKS -> cell.getClicks();
                            case UNIQUE_CLICKS -> cell.getUniqueClicks();
                            case CONVERSIONS -> cell.getConversionCount();
                            case CONVERSION_VALUE_MICROS -> cell.getConversionValueMicros();
                            case SPEND_MICROS -> cell.getSpendMicros();
                            case ENGAGEMENTS -> cell.getEngagements();
                            case INVALID_CLICKS -> cell.getInvalidClicks();
                            case INVALID_CONVERSIONS -> cell.getInvalidConversions();
                            case HIDES -> cell.getHides();
                            case FEEDBACK -> cell.getFeedback();
                            case CUSTOM_EVENTS -> cell.getCustomEvents();
                            case WOULD_SERVE -> cell.getWouldServe();
                            case WOULD_SPEND_MICROS -> cell.getWouldSpendMicros();
                        });
        if (cell.getNoFillsBy() != null) {
            counters = counters.withNoFillsBy(cell.getNoFillsBy());
        }
        if (cell.getConversionValueOverflows() == 0
                && cell.getSpendOverflows() == 0
                && cell.getWouldSpendOverflows() == 0) {
            return counters;
        }
        return counters.withOverflows(metric ->
                switch (metric) {
                    case CONVERSION_VALUE_MICROS -> cell.getConversionValueOverflows();
                    case SPEND_MICROS -> cell.getSpendOverflows();
                    case WOULD_SPEND_MICROS -> cell.getWouldSpendOverflows();
                    default -> 0;
                });
    }

    /// Gives the cell these counters.
    public static void setCounters(RollupCell cell, CellCounters counters) {
        cell.setFetches(counters.get(CellMetric.FETCHES));
        cell.setNoFills(counters.get(CellMetric.NO_FILLS));
        cell.setSends(counters.get(CellMetric.SENDS));
        cell.setDelivers(counters.get(CellMetric.DELIVERS));
        cell.setReads(counters.get(CellMetric.READS));
        cell.setClicks(counters.get(CellMetric.CLICKS));
        cell.setUniqueClicks(counters.get(CellMetric.UNIQUE_CLICKS));
        cell.setConversionCount(counters.get(CellMetric.CONVERSIONS));
        cell.setConversionValueMicros(counters.get(CellMetric.CONVERSION_VALUE_MICROS));
        cell.setConversionValueOverflows(counters.overflows(CellMetric.CONVERSION_VALUE_MICROS));
        cell.setSpendMicros(counters.get(CellMetric.SPEND_MICROS));
        cell.setSpendOverflows(counters.overflows(CellMetric.SPEND_MICROS));
        cell.setEngagements(counters.get(CellMetric.ENGAGEMENTS));
        cell.setInvalidClicks(counters.get(CellMetric.INVALID_CLICKS));
        cell.setInvalidConversions(counters.get(CellMetric.INVALID_CONVERSIONS));
        cell.setHides(counters.get(CellMetric.HIDES));
        cell.setFeedback(counters.get(CellMetric.FEEDBACK));
        cell.setCustomEvents(counters.get(CellMetric.CUSTOM_EVENTS));
        cell.setWouldServe(counters.get(CellMetric.WOULD_SERVE));
        cell.setWouldSpendMicros(counters.get(CellMetric.WOULD_SPEND_MICROS));
        cell.setWouldSpendOverflows(counters.overflows(CellMetric.WOULD_SPEND_MICROS));
        cell.setNoFillsBy(counters.noFillsBy().isEmpty() ? null : counters.noFillsBy());
    }

    private static Granularity granularity(CellSpan span) {
        return switch (span) {
            case MINUTE -> Granularity.minute;
            case HOUR -> Granularity.hour;
            case DAY -> Granularity.day;
        };
    }
}
