package io.interlude.domain.catalogue;

/// Format in which an ad is asked for; a flow is asked for by `adFormat=Flow`.
public enum AdFormat {
    NATIVE("native"),
    SMS("sms"),
    BOTPLATFORM("botplatform"),
    FLOW("flow");

    private final String wireName;

    AdFormat(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /// Whether it shows a card, and no flow.
    public boolean showsCard() {
        return this != FLOW;
    }
}
