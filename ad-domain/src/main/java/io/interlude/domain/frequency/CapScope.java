package io.interlude.domain.frequency;

/// What a frequency cap counts the fetches of.
public enum CapScope {
    LINE_ITEM("lineItem"),
    CAMPAIGN("campaign"),
    AD_UNIT("adUnit"),
    CREATIVE("creative");

    private final String wireName;

    CapScope(String wireName) {
        this.wireName = wireName;
    }

    /// The scope as JSON spells it.
    public String wireName() {
        return wireName;
    }
}
