package io.interlude.domain.conversation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The number of ads that a publisher wants in one conversation, and their distance. What is null
/// or 0 asks for nothing.
///
/// @param firstAfterTurns an ad may come from the turn after this one on
/// @param minTurnsBetween an ad may come more than so many turns after the last one
/// @param minGap an ad may come so long after the last one
/// @param maxPerConversation most ads of one conversation
/// @param advertiserSeparation none of so many last ads may be the same advertiser's
/// @param categorySeparation none of so many last ads may be of an advertiser that shares a
///   category
public record AdLoad(
        @Nullable Integer firstAfterTurns,
        @Nullable Integer minTurnsBetween,
        @Nullable Duration minGap,
        @Nullable Integer maxPerConversation,
        int advertiserSeparation,
        int categorySeparation) {
    public static final AdLoad NONE = new AdLoad(null, null, null, null, 0, 0);

    /// Largest separation.
    public static final int LARGEST_SEPARATION = 100;

    /// Whether it depends on what the conversation was served before.
    public boolean needsCounters() {
        return limitsConversation() || separation() > 0;
    }

    boolean limitsConversation() {
        return minTurnsBetween != null || minGap != null || maxPerConversation != null;
    }

    /// How many last ads matter to it.
    public int separation() {
        return Math.max(advertiserSeparation, categorySeparation);
    }
}
