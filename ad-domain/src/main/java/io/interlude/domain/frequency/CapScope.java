package io.interlude.domain.frequency;

/// The kind of thing that a subscriber's counter counts; mostly the scope of a frequency cap.
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
