package io.interlude.aggregate.topology;

import io.interlude.aggregate.matching.FetchStateCodec;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.ShadowWin;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The additions of a decision's shadow line items to report cells: their would-be servings, and
/// the billing of those alone. Corrections leave them as they are, for the decision was made.
final class ShadowFold {
    private ShadowFold() {}

    static List<Contribution> contributions(AdFetched fetched) {
        return contributions(
                fetched.getShadows(),
                fetched.getTest(),
                () ->
                        request(
                                fetched.getOrgId(),
                                fetched.getApplicationId(),
                                fetched.getAdUnitCode(),
                                fetched.getFormat()),
                fetched.getOccurredAt());
    }

    static List<Contribution> contributions(AdNotFilled notFilled) {
        return contributions(
                notFilled.getShadows(),
                notFilled.getTest(),
                () ->
                        request(
                                notFilled.getOrgId(),
                                notFilled.getApplicationId(),
                                notFilled.getAdUnitCode(),
                                notFilled.getFormat()),
                notFilled.getOccurredAt());
    }

    private static CellDimensions request(
            String orgId, @Nullable String applicationId, String adUnitCode, RenderFormat format) {
        return CellDimensions.unfilled(
                new OrgId(orgId),
                FetchStateCodec.orEmpty(applicationId),
                adUnitCode,
                RenderFormatCodec.read(format));
    }

    private static List<Contribution> contributions(
            @Nullable List<ShadowWin> wins,
            boolean test,
            Supplier<CellDimensions> request,
            Instant at) {
        if (test || wins == null) {
            return List.of();
        }
        CellDimensions dimensions = request.get();
        return wins.stream().map(win -> contribution(dimensions, at, win)).toList();
    }

    private static Contribution contribution(CellDimensions request, Instant at, ShadowWin win) {
        return new Contribution.ToCells(
                new CellDimensions(
                        request.orgId(),
                        request.applicationId(),
                        request.adUnitCode(),
                        win.getCampaignId(),
                        win.getLineItemId(),
                        "",
                        request.format()),
                win.getCurrency(),
                at,
                CellCounters.of(CellMetric.WOULD_SERVE, 1)
                        .plus(CellMetric.WOULD_SPEND_MICROS, win.getSpendMicros()));
    }
}
