package io.interlude.aggregate.pacing;

import io.interlude.aggregate.state.AppliedOffsets;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.SpendFold;
import io.interlude.schema.DaySpend;
import io.interlude.schema.LineItemSpend;

/// Spend of a line item between Avro and the domain.
public final class LineItemSpendCodec {
    private LineItemSpendCodec() {}

    public static LineItemSpend toAvro(
            OrgId orgId, LineItemId lineItemId, io.interlude.domain.pacing.LineItemSpend spend) {
        return toAvro(orgId.value(), lineItemId.value(), spend);
    }

    /// The sum of two records of one line item.
    public static LineItemSpend sum(LineItemSpend left, LineItemSpend right) {
        return toAvro(
                left.getOrgId(),
                left.getLineItemId(),
                SpendFold.sum(toDomain(left), toDomain(right)));
    }

    private static LineItemSpend toAvro(
            String orgId, String lineItemId, io.interlude.domain.pacing.LineItemSpend spend) {
        return new LineItemSpend(
                orgId,
                lineItemId,
                spend.days().stream()
                        .map(day -> new DaySpend(day.epochDay(), day.fetches(), day.spentMicros()))
                        .toList(),
                spend.lifetimeFetches(),
                spend.lifetimeSpentMicros(),
                AppliedOffsets.toAvro(spend.partitionToAppliedOffset()),
                spend.achieved().clicks(),
                spend.achieved().conversions(),
                spend.lastServedAt(),
                spend.achieved().impressions());
    }

    private static io.interlude.domain.pacing.LineItemSpend toDomain(LineItemSpend spend) {
        return new io.interlude.domain.pacing.LineItemSpend(
                spend.getDays().stream()
                        .map(day ->
                                new io.interlude.domain.pacing.DaySpend(
                                        day.getEpochDay(), day.getFetches(), day.getSpentMicros()))
                        .toList(),
                spend.getLifetimeFetches(),
                spend.getLifetimeSpentMicros(),
                new Achieved(
                        spend.getLifetimeClicks(),
                        spend.getLifetimeConversions(),
                        spend.getLifetimeImpressions()),
                spend.getLastServedAt(),
                AppliedOffsets.toDomain(spend.getApplied()));
    }
}
