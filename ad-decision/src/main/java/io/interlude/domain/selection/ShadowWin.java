package io.interlude.domain.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import org.jspecify.annotations.Nullable;

/// A shadow line item that would have been served, with what it was judged by.
///
/// @param spend what the fetch itself would have billed: 0 where only what comes of a fetch bills
/// @param relevance similarity to the context; absent without one
/// @param valuation what it was worth; null where values did not decide
public record ShadowWin(
        CampaignId campaignId,
        LineItemId lineItemId,
        Money spend,
        double relevance,
        @Nullable Valuation valuation) {
    public ShadowWin {
        requireNonNull(campaignId, "campaignId is null");
        requireNonNull(lineItemId, "lineItemId is null");
        requireNonNull(spend, "spend is null");
    }
}
