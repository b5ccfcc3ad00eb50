package io.interlude.manage.catalogue;

import io.interlude.manage.adunit.AdUnits;
import io.interlude.manage.advertiser.Advertisers;
import io.interlude.manage.application.Applications;
import io.interlude.manage.campaign.Campaigns;
import io.interlude.manage.creative.Creatives;
import io.interlude.manage.goal.ConversionGoals;
import io.interlude.manage.key.Keys;
import io.interlude.manage.lineitem.LineItems;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.savedreport.SavedReports;
import io.interlude.manage.settings.Settings;
import io.interlude.manage.user.Users;
import java.util.List;
import java.util.random.RandomGenerator;

/// Every kind of resource that an org has.
public record CatalogueKinds(
        Applications applications,
        Keys keys,
        AdUnits adUnits,
        Advertisers advertisers,
        Campaigns campaigns,
        ConversionGoals conversionGoals,
        LineItems lineItems,
        Creatives creatives,
        Settings settings,
        SavedReports savedReports,
        Users users) {

    /// All kinds, joined to each other.
    ///
    /// @param secrets makes API keys, so it must be cryptographically strong
    public static CatalogueKinds of(RandomGenerator secrets) {
        Keys keys = new Keys(secrets);
        AdUnits adUnits = new AdUnits();
        Creatives creatives = new Creatives();
        LineItems lineItems = new LineItems(creatives);
        return new CatalogueKinds(
                new Applications(keys, adUnits),
                keys,
                adUnits,
                new Advertisers(),
                new Campaigns(lineItems),
                new ConversionGoals(),
                lineItems,
                creatives,
                new Settings(),
                new SavedReports(),
                new Users());
    }

    /// Those of an import that are lists: what is referred to comes first. Keys are no part of it,
    /// because their secrets are not, and users are not, because people belong to one org.
    public List<ResourceKind<?>> imported() {
        return List.of(
                applications,
                adUnits,
                advertisers,
                campaigns,
                conversionGoals,
                lineItems,
                creatives,
                savedReports);
    }

    public List<ResourceKind<?>> all() {
        return List.of(
                applications,
                keys,
                adUnits,
                advertisers,
                campaigns,
                conversionGoals,
                lineItems,
                creatives,
                settings,
                savedReports,
                users);
    }
}
