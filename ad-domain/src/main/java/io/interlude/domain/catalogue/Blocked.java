package io.interlude.domain.catalogue;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The lists of what a publisher does not want to be advertised. Those of an ad unit, of its
/// application and of the org's settings add up.
///
/// @param advertisers ids or names of advertisers, in lower case
/// @param categories ids of the IAB Content Taxonomy; each stands for those below it too
/// @param domains as [DomainName] has them; each stands for its subdomains too
public record Blocked(Set<String> advertisers, Set<String> categories, Set<String> domains) {
    public static final Blocked NOTHING = new Blocked(Set.of(), Set.of(), Set.of());

    public Blocked {
        advertisers =
                advertisers.stream()
                        .map(text -> text.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet());
        categories = Set.copyOf(categories);
        domains = Set.copyOf(domains);
    }

    public boolean isEmpty() {
        return advertisers.isEmpty() && categories.isEmpty() && domains.isEmpty();
    }

    /// What either blocks.
    public Blocked and(Blocked other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        return new Blocked(
                union(advertisers, other.advertisers),
                union(categories, other.categories),
                union(domains, other.domains));
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }

    /// What of a creative is blocked, in words; empty when nothing is.
    public Optional<String> match(CreativeVersion creative, CampaignAdvertiser advertiser) {
        return advertiser.names().stream()
                .filter(advertisers::contains)
                .findFirst()
                .map(name -> "advertiser " + name)
                .or(() ->
                        advertiser.categoriesAndAbove().stream()
                                .filter(categories::contains)
                                .sorted()
                                .findFirst()
                                .map(category -> "category " + category))
                .or(() -> domain(advertiser.domains()))
                .or(() -> domain(creative.content().domains()));
    }

    private Optional<String> domain(Set<String> of) {
        return of.stream()
                .sorted()
                .flatMap(one -> DomainName.above(one, domains).stream())
                .findFirst()
                .map(one -> "domain " + one);
    }
}
