package io.interlude.aggregate.engagement;

import io.interlude.aggregate.state.AppliedOffsets;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.schema.CreativeEngagement;
import io.interlude.schema.EngagementEpoch;
import io.interlude.schema.OutcomeCell;

/// Engagement of a creative between Avro and the domain.
public final class CreativeEngagementCodec {
    private CreativeEngagementCodec() {}

    public static CreativeEngagement toAvro(Contribution.ToEngagement contribution) {
        return toAvro(
                contribution.orgId().value(),
                contribution.lineItemId().value(),
                contribution.creativeId().value(),
                contribution.engagement());
    }

    /// The sum of two records of one creative.
    public static CreativeEngagement sum(CreativeEngagement left, CreativeEngagement right) {
        return toAvro(
                left.getOrgId(),
                left.getLineItemId(),
                left.getCreativeId(),
                EngagementFold.sum(toDomain(left), toDomain(right)));
    }

    private static CreativeEngagement toAvro(
            String orgId,
            String lineItemId,
            String creativeId,
            io.interlude.domain.rotation.CreativeEngagement engagement) {
        return new CreativeEngagement(
                orgId,
                lineItemId,
                creativeId,
                engagement.fetches(),
                engagement.engagedFetches(),
                AppliedOffsets.toAvro(engagement.partitionToAppliedOffset()),
                engagement.recent().lastServed(),
                engagement.recent().lastEngaged(),
                engagement.recent().epochs().stream().map(CreativeEngagementCodec::toAvro).toList(),
                engagement.outcomes().stream().map(CreativeEngagementCodec::toAvro).toList());
    }

    private static OutcomeCell toAvro(io.interlude.domain.outcome.OutcomeCell cell) {
        return new OutcomeCell(
                cell.era(),
                cell.slice(),
                cell.fetches(),
                cell.engaged(),
                cell.clicks(),
                cell.conversions());
    }

    private static io.interlude.domain.outcome.OutcomeCell toDomain(OutcomeCell cell) {
        return new io.interlude.domain.outcome.OutcomeCell(
                cell.getEra(),
                cell.getSlice(),
                cell.getFetches(),
                cell.getEngaged(),
                cell.getClicks(),
                cell.getConversions());
    }

    private static EngagementEpoch toAvro(io.interlude.domain.rotation.EngagementEpoch epoch) {
        return new EngagementEpoch(epoch.epoch(), epoch.fetches(), epoch.engagedFetches());
    }

    private static io.interlude.domain.rotation.CreativeEngagement toDomain(
            CreativeEngagement engagement) {
        return new io.interlude.domain.rotation.CreativeEngagement(
                engagement.getEngagedFetches(),
                new Engagement(
                        engagement.getFetches(),
                        engagement.getLastServed(),
                        engagement.getLastEngaged(),
                        engagement.getEpochs().stream()
                                .map(CreativeEngagementCodec::toDomain)
                                .toList()),
                AppliedOffsets.toDomain(engagement.getApplied()),
                engagement.getOutcomes().stream().map(CreativeEngagementCodec::toDomain).toList());
    }

    private static io.interlude.domain.rotation.EngagementEpoch toDomain(EngagementEpoch epoch) {
        return new io.interlude.domain.rotation.EngagementEpoch(
                epoch.getEpoch(), epoch.getFetches(), epoch.getEngagedFetches());
    }
}
