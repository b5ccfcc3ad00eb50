package io.interlude.domain.matching;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellSpan;
import java.time.Instant;
import java.time.ZoneOffset;

/// The sum that a [Contribution] adds to. Contributions with equal targets can be added up, see
/// [Contribution#plus].
public sealed interface ContributionTarget {
    /// The report cell of a minute, and with it those of its hour and day.
    record Cells(CellDimensions dimensions, String currency, Instant minute)
            implements ContributionTarget {}

    /// The reach of a minute, its hour and its day.
    record Reach(CellDimensions dimensions, Instant minute) implements ContributionTarget {}

    /// The corrections of these cells or this reach.
    record Correction(ContributionTarget changed) implements ContributionTarget {}

    /// The spend of the line item.
    record Spend(OrgId orgId, LineItemId lineItemId) implements ContributionTarget {}

    /// The creative's engagement.
    record Engagement(OrgId orgId, CreativeId creativeId) implements ContributionTarget {}

    static ContributionTarget of(Contribution contribution) {
        return switch (contribution) {
            case Contribution.ToCells cells ->
                    new Cells(cells.dimensions(), cells.currency(), minute(cells.at()));
            case Contribution.ToReach reach -> new Reach(reach.dimensions(), minute(reach.at()));
            case Contribution.ToCorrection correction -> new Correction(of(correction.change()));
            case Contribution.ToSpend spend -> new Spend(spend.orgId(), spend.lineItemId());
            case Contribution.ToEngagement engagement ->
                    new Engagement(engagement.orgId(), engagement.creativeId());
        };
    }

    private static Instant minute(Instant at) {
        return CellSpan.MINUTE.startOf(at, ZoneOffset.UTC);
    }
}
