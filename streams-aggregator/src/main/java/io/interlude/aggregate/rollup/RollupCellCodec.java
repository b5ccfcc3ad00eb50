package io.interlude.aggregate.rollup;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.schema.Granularity;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

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
        cell.setFormat(format(dimensions.format()));
        cell.setCurrency(currency);
        cell.setTimeZone("UTC");
        return cell;
    }

    /// The first cell with the counters of both.
    public static RollupCell sum(RollupCell left, RollupCell right) {
        RollupCell sum = RollupCell.newBuilder(left).build();
        setCounters(sum, counters(left).plus(counters(right)));
        return sum;
    }

    /// The cell of a longer span that a minute's cell adds to, with the minute's counters. A day is
    /// one of the cell's time zone.
    public static RollupCell widened(RollupCell minute, CellSpan span) {
        Instant startsAt = span.startOf(minute.getStartsAt(), ZoneId.of(minute.getTimeZone()));
        return RollupCell.newBuilder(minute)
                .setGranularity(granularity(span))
                .setStartsAt(startsAt)
                .build();
    }

    static CellCounters counters(RollupCell cell) {
        return CellCounters.of(CellMetric.FETCHES, cell.getFetches())
                .plus(CellMetric.NO_FILLS, cell.getNoFills())
                .plus(CellMetric.SENDS, cell.getSends())
                .plus(CellMetric.DELIVERS, cell.getDelivers())
                .plus(CellMetric.READS, cell.getReads())
                .plus(CellMetric.CLICKS, cell.getClicks())
                .plus(CellMetric.UNIQUE_CLICKS, cell.getUniqueClicks())
                .plus(CellMetric.CONVERSIONS, cell.getConversionCount())
                .plus(CellMetric.CONVERSION_VALUE_MICROS, cell.getConversionValueMicros())
                .plus(CellMetric.SPEND_MICROS, cell.getSpendMicros())
                .plus(CellMetric.ENGAGEMENTS, cell.getEngagements())
                .plus(CellMetric.INVALID_CLICKS, cell.getInvalidClicks())
                .plus(CellMetric.INVALID_CONVERSIONS, cell.getInvalidConversions());
    }

    private static void setCounters(RollupCell cell, CellCounters counters) {
        cell.setFetches(counters.get(CellMetric.FETCHES));
        cell.setNoFills(counters.get(CellMetric.NO_FILLS));
        cell.setSends(counters.get(CellMetric.SENDS));
        cell.setDelivers(counters.get(CellMetric.DELIVERS));
        cell.setReads(counters.get(CellMetric.READS));
        cell.setClicks(counters.get(CellMetric.CLICKS));
        cell.setUniqueClicks(counters.get(CellMetric.UNIQUE_CLICKS));
        cell.setConversionCount(counters.get(CellMetric.CONVERSIONS));
        cell.setConversionValueMicros(counters.get(CellMetric.CONVERSION_VALUE_MICROS));
        cell.setSpendMicros(counters.get(CellMetric.SPEND_MICROS));
        cell.setEngagements(counters.get(CellMetric.ENGAGEMENTS));
        cell.setInvalidClicks(counters.get(CellMetric.INVALID_CLICKS));
        cell.setInvalidConversions(counters.get(CellMetric.INVALID_CONVERSIONS));
    }

    private static Granularity granularity(CellSpan span) {
        return switch (span) {
            case MINUTE -> Granularity.minute;
            case HOUR -> Granularity.hour;
            case DAY -> Granularity.day;
        };
    }

    private static RenderFormat format(@Nullable AdFormat format) {
        return switch (format) {
            case null -> RenderFormat.UNKNOWN;
            case NATIVE -> RenderFormat.native$;
            case SMS -> RenderFormat.sms;
            case BOTPLATFORM -> RenderFormat.botplatform;
            case FLOW -> RenderFormat.flow;
        };
    }
}
