package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.rotation.Engagement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The state that a decision read, as far as it depended on it. What was spent is with the
/// verdicts.
///
/// @param counters those that caps of the recorded candidates were held against
/// @param engagements of the creatives among which adaptive rotation chose, those included that a
///   cap held back
/// @param lost line items whose last place in the budget a concurrent fetch took
/// @param defaultMinRelevance the engine's default with which the candidates' relevance to a
///   context was judged; null when none was read
/// @param sensitiveCategory what made the moment sensitive; null when an ad was appropriate
/// @param context what was made of the context; null without one, and in records of before
/// @param child whether the publisher said that a child is there
/// @param conversation what was known of the conversation, but for its counters, which are with the
///   others
/// @param heldOut line items that would have been served, but for the holdouts of their campaigns,
///   in the order in which they won
/// @param candidateCount how many candidates there were
public record StateRead(
        FrequencyReading frequency,
        List<FrequencyCounter> counters,
        Map<CreativeId, Engagement> engagements,
        Set<LineItemId> lost,
        @Nullable Double defaultMinRelevance,
        @Nullable String sensitiveCategory,
        @Nullable ContextTrace context,
        boolean child,
        ConversationRead conversation,
        List<LineItemId> heldOut,
        int candidateCount) {
    public StateRead {
        requireNonNull(frequency, "frequency is null");
        requireNonNull(conversation, "conversation is null");
        counters = List.copyOf(counters);
        engagements = Map.copyOf(engagements);
        lost = Set.copyOf(lost);
        heldOut = List.copyOf(heldOut);
    }

    /// Whether the candidates' relevance to a context was read.
    public boolean contextUnderstood() {
        return defaultMinRelevance != null;
    }
}
