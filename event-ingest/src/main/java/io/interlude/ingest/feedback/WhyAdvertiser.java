package io.interlude.ingest.feedback;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues.ServedCreative;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.AdvertiserChanged;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.topic.Topics;
import java.util.Optional;

/// The advertiser of an ad, also once its line item, its campaign or the advertiser is archived.
///
/// @param name of the advertiser; empty where its line item is not known
/// @param paidBy the billed party: the name on the campaign
record WhyAdvertiser(String name, String paidBy) {
    static WhyAdvertiser of(CatalogueRecords records, ServedCreative served) {
        OrgId orgId = served.orgId();
        return records.latest(Topics.LINE_ITEMS, orgId, served.creative().lineItemId().value())
                .flatMap(item -> records.latest(Topics.CAMPAIGNS, orgId, item.getCampaignId()))
                .map(campaign -> of(records, orgId, campaign))
                .orElse(new WhyAdvertiser("", ""));
    }

    private static WhyAdvertiser of(
            CatalogueRecords records, OrgId orgId, CampaignChanged campaign) {
        String named =
                Optional.ofNullable(campaign.getAdvertiserId())
                        .flatMap(id -> records.latest(Topics.ADVERTISERS, orgId, id))
                        .map(AdvertiserChanged::getName)
                        .orElse(campaign.getAdvertiserName());
        return new WhyAdvertiser(named, campaign.getAdvertiserName());
    }
}
