package io.interlude.aggregate.partial;

import io.interlude.aggregate.engagement.CreativeEngagementCodec;
import io.interlude.aggregate.pacing.LineItemSpendCodec;
import io.interlude.aggregate.reach.ReachCellCodec;
import io.interlude.aggregate.rollup.RollupCellCodec;
import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.aggregate.state.StateSerde;
import io.interlude.domain.matching.Contribution;
import io.interlude.journal.record.EventBounds;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.api.Record;

/// A partial sum is a record of the same type as the whole sum: [LineItemSpend],
/// [CreativeEngagement], or the [RollupCell] or [ReachCell] of a minute.
public final class PartialSums {
    private static final String UNKNOWN_TYPE = "not a partial sum: ";

    /// Characters of a key at most: those of a cell's dimensions.
    private static final int KEY_MAX = 11 * EventBounds.TEXT_MAX;

    private PartialSums() {}

    public static Serde<SpecificRecord> serde() {
        return StateSerde.of(
                List.of(
                        LineItemSpend.class,
                        CreativeEngagement.class,
                        RollupCell.class,
                        ReachCell.class));
    }

    /// The partial sum that a record of the repartition topic is.
    ///
    /// @throws IllegalArgumentException if it is none that the first stage can have sent
    public static <V extends SpecificRecord> V of(
            Record<String, SpecificRecord> record, Class<V> type) {
        SpecificRecord value = record.value();
        if (!type.isInstance(value)
                || record.key() == null
                || record.key().length() > KEY_MAX
                || !record.key().equals(key(value))) {
            throw new IllegalArgumentException("not a partial sum of its key");
        }
        return type.cast(value);
    }

    static SpecificRecord toAvro(Contribution contribution) {
        return switch (contribution) {
            case Contribution.ToCells toCells -> RollupCellCodec.toAvro(toCells);
            case Contribution.ToReach toReach -> ReachCellCodec.toAvro(toReach);
            case Contribution.ToCorrection correction -> correction(toAvro(correction.change()));
            case Contribution.ToSpend toSpend ->
                    LineItemSpendCodec.toAvro(
                            toSpend.orgId(), toSpend.lineItemId(), toSpend.spend());
            case Contribution.ToEngagement toEngagement ->
                    CreativeEngagementCodec.toAvro(toEngagement);
        };
    }

    static SpecificRecord sum(SpecificRecord left, SpecificRecord right) {
        return switch (left) {
            case LineItemSpend spend -> LineItemSpendCodec.sum(spend, (LineItemSpend) right);
            case CreativeEngagement engagement ->
                    CreativeEngagementCodec.sum(engagement, (CreativeEngagement) right);
            case RollupCell cell -> RollupCellCodec.sum(cell, (RollupCell) right);
            case ReachCell reach -> ReachCellCodec.sum(reach, (ReachCell) right);
            default -> throw new IllegalArgumentException(UNKNOWN_TYPE + left.getClass());
        };
    }

    /// What the whole sum is keyed by on its way to its partition: `org/id`, or the dimensions of a
    /// cell without its time, so that a minute, its hour and its day are in one partition.
    static String key(SpecificRecord partial) {
        return switch (partial) {
            case LineItemSpend spend -> spend.getOrgId() + '/' + spend.getLineItemId();
            case CreativeEngagement engagement ->
                    engagement.getOrgId() + '/' + engagement.getCreativeId();
            case RollupCell cell -> RollupKeys.withoutTime(cell);
            case ReachCell reach -> RollupKeys.withoutTime(reach.getCell());
            default -> throw new IllegalArgumentException(UNKNOWN_TYPE + partial.getClass());
        };
    }

    /// What a pending sum is kept under: type, key and, of a cell, the minute.
    static String pendingKey(SpecificRecord partial) {
        return switch (partial) {
            case LineItemSpend spend -> "spend/" + key(spend);
            case CreativeEngagement engagement -> "engagement/" + key(engagement);
            case RollupCell cell -> "cell/" + minute(cell) + '/' + key(cell);
            case ReachCell reach -> "reach/" + minute(reach.getCell()) + '/' + key(reach);
            default -> throw new IllegalArgumentException(UNKNOWN_TYPE + partial.getClass());
        };
    }

    private static SpecificRecord correction(SpecificRecord partial) {
        switch (partial) {
            case RollupCell cell -> cell.setCorrection(true);
            case ReachCell reach -> reach.getCell().setCorrection(true);
            default -> throw new IllegalArgumentException(UNKNOWN_TYPE + partial.getClass());
        }
        return partial;
    }

    private static long minute(RollupCell cell) {
        return cell.getStartsAt().getEpochSecond();
    }
}
