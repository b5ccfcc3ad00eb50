package io.interlude.aggregate.engagement;

import io.interlude.aggregate.partial.AppliedOffsets;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.rotation.EngagementFold;
import io.interlude.schema.CreativeEngagement;

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
                AppliedOffsets.toAvro(engagement.partitionToAppliedOffset()));
    }

    private static io.interlude.domain.rotation.CreativeEngagement toDomain(
            CreativeEngagement engagement) {
        return new io.interlude.domain.rotation.CreativeEngagement(
                engagement.getFetches(),
                engagement.getEngagedFetches(),
                AppliedOffsets.toDomain(engagement.getApplied()));
    }
}
