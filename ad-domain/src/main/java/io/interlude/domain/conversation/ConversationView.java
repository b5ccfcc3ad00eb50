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
/// @param withheld whether it must not be known, for want of consent: caps on it then hold back, an
///   ad load does not
/// @param counters of what was served in it; as without a subscriber where nothing was asked
public record ConversationView(
        @Nullable String conversation,
        @Nullable Integer turn,
        boolean sameBreak,
        boolean withheld,
        FrequencyView counters) {
    public static final ConversationView NONE =
            new ConversationView(null, null, false, new FrequencyView.NoSubscriber());

    public ConversationView {
        requireNonNull(counters, "counters is null");
    }

    /// Of one that may be known.
    public ConversationView(
            @Nullable String conversation,
            @Nullable Integer turn,
            boolean sameBreak,
            FrequencyView counters) {
        this(conversation, turn, sameBreak, false, counters);
    }

    /// True if caps on it cannot be checked, so that they hold back.
    public boolean hidesCaps() {
        return withheld || counters instanceof FrequencyView.Unreadable;
    }
}
