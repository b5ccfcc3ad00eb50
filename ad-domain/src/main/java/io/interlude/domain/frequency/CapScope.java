package io.interlude.domain.frequency;

/// What a frequency cap counts the fetches of.
public enum CapScope {
    LINE_ITEM,
    CAMPAIGN,
    AD_UNIT,
    CREATIVE
}
