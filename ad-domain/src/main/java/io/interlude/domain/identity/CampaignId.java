package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// Id of a campaign, unique in its org.
public record CampaignId(String value) {
    public CampaignId {
        requireNonNull(value, "value is null");
    }

    @Override
    public String toString() {
        return value;
    }
}
