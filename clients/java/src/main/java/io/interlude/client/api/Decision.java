package io.interlude.client.api;

import org.jspecify.annotations.Nullable;

/// The facts asked for by `include`, as far as there are any.
///
/// @param whyUrl page that gives the reader the ad's reasons, and takes feedback
/// @param expectedValue expected payment of this fetch, in the currency of the org
public record Decision(
        @Nullable Price price,
        @Nullable String whyUrl,
        @Nullable Amount expectedValue,
        @Nullable Double relevance,
        @Nullable Advertiser advertiser) {
    /// The price of the line item.
    ///
    /// @param model `cpm`, `cpc`, `cpa` or `flat`
    public record Price(String model, Amount amount) {}

    /// The advertiser of an ad.
    ///
    /// @param id absent where the campaign has a name alone
    public record Advertiser(@Nullable String id, String name) {}
}
