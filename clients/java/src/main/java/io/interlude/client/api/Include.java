package io.interlude.client.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/// A part of the decision to be told with the ad.
public enum Include {
    @JsonProperty("price")
    PRICE,
    @JsonProperty("expectedValue")
    EXPECTED_VALUE,
    @JsonProperty("relevance")
    RELEVANCE,
    @JsonProperty("advertiser")
    ADVERTISER,
    /// The only one that a publisher tag may ask for.
    @JsonProperty("why")
    WHY
}
