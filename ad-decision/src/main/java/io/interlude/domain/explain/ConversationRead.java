package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.FrequencyCounter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A decision's knowledge of the conversation that it was made in.
///
/// @param conversation pseudonym; null where the request named none, or none could be made
/// @param turn number of the user's turn, from 1; null where that was not known
/// @param sameBreak whether it was for a further ad of one fetch
/// @param withheld whether it must not be known, for want of consent
/// @param frequency what was known of what it was served
public record ConversationRead(
        @Nullable String conversation,
        @Nullable Integer turn,
        boolean sameBreak,
        boolean withheld,
        FrequencyReading frequency) {
    public static final ConversationRead NONE =
            new ConversationRead(null, null, false, false, FrequencyReading.NOT_READ);

    public ConversationRead {
        requireNonNull(frequency, "frequency is null");
    }

    static ConversationRead of(ConversationView view) {
        return new ConversationRead(
                view.conversation(),
                view.turn(),
                view.sameBreak(),
                view.withheld(),
                FrequencyReading.of(view.counters()));
    }

    /// What it knew.
    ///
    /// @param counters those that are recorded
    ConversationView view(List<FrequencyCounter> counters) {
        return new ConversationView(
                conversation, turn, sameBreak, withheld, frequency.view(counters));
    }
}
