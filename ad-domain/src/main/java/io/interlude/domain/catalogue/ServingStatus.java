package io.interlude.domain.catalogue;

/// Status of a campaign or a line item; only `ACTIVE` serves.
public enum ServingStatus {
    DRAFT,
    ACTIVE,
    PAUSED,
    /// Of a line item alone: it takes part in each decision without being served.
    SHADOW
}
