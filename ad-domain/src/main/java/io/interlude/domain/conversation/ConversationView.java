package io.interlude.domain.conversation;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.frequency.FrequencyView;
import org.jspecify.annotations.Nullable;

/// A decision's view of the conversation that it is made in.
///
/// @param conversation pseudonym; null where the request names none, or none can be made
/// @param turn number of the user's turn, from 1; null where that is not known
/// @param sameBreak whether the same fetch got an ad already: its ads are one break of the
///   conversation, so that neither turns nor time need to lie between them
/// @param counters of what was served in it; as without a subscriber where nothing was asked
public record ConversationView(
        @Nullable String conversation,
        @Nullable Integer turn,
        boolean sameBreak,
        FrequencyView counters) {
    public static final ConversationView NONE =
            new ConversationView(null, null, false, new FrequencyView.NoSubscriber());

    public ConversationView {
        requireNonNull(counters, "counters is null");
    }
}
