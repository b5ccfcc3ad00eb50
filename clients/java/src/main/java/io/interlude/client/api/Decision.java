package io.interlude.client.api;

import org.jspecify.annotations.Nullable;

/// What was asked for by `include`, as far as there is any.
///
/// @param whyUrl where the reader learns why the ad is there, and says what to think of it
/// @param expectedValue expected payment of this fetch, in the currency of the org
public record Decision(
        @Nullable Price price,
        @Nullable String whyUrl,
        @Nullable Amount expectedValue,
        @Nullable Double relevance,
        @Nullable Advertiser advertiser) {
    /// What the line item pays.
    ///
    /// @param model `cpm`, `cpc`, `cpa` or `flat`
    public record Price(String model, Amount amount) {}

    /// Whose ad it is.
    ///
    /// @param id absent where the campaign has a name alone
    public record Advertiser(@Nullable String id, String name) {}
}
