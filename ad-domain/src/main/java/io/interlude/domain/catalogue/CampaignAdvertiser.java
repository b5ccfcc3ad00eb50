package io.interlude.domain.catalogue;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The advertiser of a campaign, as far as the catalogue knows it.
///
/// @param key what two campaigns of the same advertiser share: its id, else its name in lower case
/// @param names by which it can be blocked, in lower case
/// @param domains its own
/// @param categories ids of the IAB Content Taxonomy that it is booked under
/// @param categoriesAndAbove these, and every one that they lie below
public record CampaignAdvertiser(
        String key,
        Set<String> names,
        Set<String> domains,
        Set<String> categories,
        Set<String> categoriesAndAbove) {
    public CampaignAdvertiser {
        requireNonNull(key, "key is null");
        names = Set.copyOf(names);
        domains = Set.copyOf(domains);
        categories = Set.copyOf(categories);
        categoriesAndAbove = Set.copyOf(categoriesAndAbove);
    }

    /// @param advertiser the one that the campaign names; null where it names none or it is gone
    static CampaignAdvertiser of(Campaign campaign, @Nullable Advertiser advertiser) {
        Set<String> names = new HashSet<>();
        String name = campaign.advertiserName().toLowerCase(Locale.ROOT);
        names.add(name);
        String key = name;
        if (campaign.advertiserId() != null) {
            key = campaign.advertiserId().value().toLowerCase(Locale.ROOT);
            names.add(key);
        }
        if (advertiser == null) {
            return new CampaignAdvertiser(key, names, Set.of(), Set.of(), Set.of());
        }
        names.add(advertiser.name().toLowerCase(Locale.ROOT));
        return new CampaignAdvertiser(
                key,
                names,
                advertiser.domains(),
                advertiser.categories(),
                advertiser.categoriesAndAbove());
    }
}
