package io.interlude.report.live;

import io.interlude.schema.RollupCell;

/// The key of the live counters. Parts are empty where a cell has none.
record LiveKey(String adUnit, String campaign, String lineItem, String currency) {
    static LiveKey of(RollupCell cell) {
        return new LiveKey(
                cell.getAdUnitCode(),
                cell.getCampaignId(),
                cell.getLineItemId(),
                cell.getCurrency());
    }
}
