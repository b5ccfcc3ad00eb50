package io.interlude.domain.rotation;

/// How a creative did before a decision, with fetches that are still on their way into the journal.
public record Engagement(long fetches, long engagedFetches) {
    public static final Engagement NONE = new Engagement(0, 0);
}
