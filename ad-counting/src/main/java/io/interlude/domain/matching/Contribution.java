package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.SpendFold;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellSpan;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.EngagementFold;
import java.time.Instant;

/// The amount that one event adds to one sum. It has the same form as the sum, so that sums of
/// contributions can be made anywhere, in any order, and added up later.
public sealed interface Contribution {
    /// Both together.
    ///
    /// @param other has an equal [ContributionTarget]
    /// @throws ClassCastException if it adds to another kind of sum
    Contribution plus(Contribution other);

    /// To the report cells of the minute, hour and day of `at`.
    ///
    /// @param currency of the money among the counters; empty when there can be none
    /// @param at no earlier than [CellSpan#EARLIEST]
    record ToCells(CellDimensions dimensions, String currency, Instant at, CellCounters counters)
            implements Contribution {
        public ToCells {
            requireNonNull(dimensions, "dimensions is null");
            requireNonNull(currency, "currency is null");
            requireNonNull(at, "at is null");
            CellSpan.requireStarts(at);
            requireNonNull(counters, "counters is null");
        }

        @Override
        public ToCells plus(Contribution other) {
            return new ToCells(dimensions, currency, at, counters.plus(((ToCells) other).counters));
        }
    }

    /// To the reach of the minute, hour and day of `at`.
    ///
    /// @param at no earlier than [CellSpan#EARLIEST]
    /// @param reached the subscriber, with how often it was served
    record ToReach(CellDimensions dimensions, Instant at, ReachSketch reached)
            implements Contribution {
        public ToReach {
            requireNonNull(dimensions, "dimensions is null");
            requireNonNull(at, "at is null");
            CellSpan.requireStarts(at);
            requireNonNull(reached, "reached is null");
        }

        @Override
        public ToReach plus(Contribution other) {
            return new ToReach(dimensions, at, reached.plus(((ToReach) other).reached));
        }
    }

    /// To what corrections changed of the same cells, which reports can leave out.
    ///
    /// @param change to cells or to reach
    record ToCorrection(Contribution change) implements Contribution {
        public ToCorrection {
            if (!(change instanceof ToCells || change instanceof ToReach)) {
                throw new IllegalArgumentException("only cells keep corrections apart");
            }
        }

        @Override
        public ToCorrection plus(Contribution other) {
            return new ToCorrection(change.plus(((ToCorrection) other).change));
        }
    }

    /// To what a line item served and spent.
    record ToSpend(OrgId orgId, LineItemId lineItemId, LineItemSpend spend)
            implements Contribution {
        public ToSpend {
            requireNonNull(orgId, "orgId is null");
            requireNonNull(lineItemId, "lineItemId is null");
            requireNonNull(spend, "spend is null");
        }

        @Override
        public ToSpend plus(Contribution other) {
            return new ToSpend(orgId, lineItemId, SpendFold.sum(spend, ((ToSpend) other).spend));
        }
    }

    /// To how a creative did.
    record ToEngagement(
            OrgId orgId,
            LineItemId lineItemId,
            CreativeId creativeId,
            CreativeEngagement engagement)
            implements Contribution {
        public ToEngagement {
            requireNonNull(orgId, "orgId is null");
            requireNonNull(lineItemId, "lineItemId is null");
            requireNonNull(creativeId, "creativeId is null");
            requireNonNull(engagement, "engagement is null");
        }

        @Override
        public ToEngagement plus(Contribution other) {
            return new ToEngagement(
                    orgId,
                    lineItemId,
                    creativeId,
                    EngagementFold.sum(engagement, ((ToEngagement) other).engagement));
        }
    }
}
