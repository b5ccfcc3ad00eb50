package io.interlude.domain.catalogue;

import io.interlude.domain.identity.AdvertiserId;
import java.util.Set;

/// An advertiser, whose campaigns name it by its id.
///
/// @param domains its own, as ASCII in lower case; each stands for its subdomains too
/// @param categories ids of the IAB Content Taxonomy that it is booked under
/// @param categoriesAndAbove these, and every one that they lie below
public record Advertiser(
        AdvertiserId id,
        String name,
        Set<String> domains,
        Set<String> categories,
        Set<String> categoriesAndAbove) {
    public Advertiser {
        domains = Set.copyOf(domains);
        categories = Set.copyOf(categories);
        categoriesAndAbove = Set.copyOf(categoriesAndAbove);
    }
}
