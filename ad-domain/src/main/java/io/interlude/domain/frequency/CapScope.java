package io.interlude.domain.frequency;

/// What a counter of a subscriber is of; mostly what a frequency cap counts the fetches of.
public enum CapScope {
    LINE_ITEM("lineItem"),
    CAMPAIGN("campaign"),
    AD_UNIT("adUnit"),
    CREATIVE("creative"),
    /// One line item in one conversation; also what an ad load needs to know of a conversation.
    CONVERSATION("conversation"),
    ADVERTISER("advertiser"),
    /// No cap's: an advertiser that the subscriber has hidden, see [HiddenAdvertisers].
    HIDDEN("hidden");

    private final String wireName;

    CapScope(String wireName) {
        this.wireName = wireName;
    }

    /// The scope as JSON spells it.
    public String wireName() {
        return wireName;
    }
}
