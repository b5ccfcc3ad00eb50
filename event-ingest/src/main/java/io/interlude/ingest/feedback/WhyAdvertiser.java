package io.interlude.ingest.feedback;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.Catalogues.ServedCreative;
import io.interlude.domain.catalogue.Advertiser;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.OrgCatalogue;

/// The advertiser of an ad.
///
/// @param name of the advertiser; empty once its line item is gone
/// @param paidBy the billed party: the name on the campaign
record WhyAdvertiser(String name, String paidBy) {
    static WhyAdvertiser of(Catalogues catalogues, ServedCreative served) {
        return catalogues
                .org(served.orgId())
                .flatMap(catalogue ->
                        catalogue
                                .lineItem(served.creative().lineItemId())
                                .map(candidate -> of(catalogue, candidate.campaign())))
                .orElse(new WhyAdvertiser("", ""));
    }

    private static WhyAdvertiser of(OrgCatalogue catalogue, Campaign campaign) {
        String named =
                catalogue
                        .namedAdvertiser(campaign)
                        .map(Advertiser::name)
                        .orElse(campaign.advertiserName());
        return new WhyAdvertiser(named, campaign.advertiserName());
    }
}
