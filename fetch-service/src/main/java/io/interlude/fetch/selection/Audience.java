package io.interlude.fetch.selection;

import io.interlude.domain.identity.Subscriber;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Pseudonyms of the subscriber and the conversation that an ad is asked for.
///
/// @param subscriber null without one, and while no pseudonym of them can be made
/// @param conversation null without one, and while no pseudonym of it can be made
/// @param subscriberUnknown true when there is a subscriber of whom nothing can be known or written
/// @param conversationUnknown the same of a conversation
/// @param withheld true when there is neither, for want of consent
/// @param turn number of the user's turn in the conversation; null where that is not known
public record Audience(
        @Nullable Subscriber subscriber,
        @Nullable Subscriber conversation,
        boolean subscriberUnknown,
        boolean conversationUnknown,
        boolean withheld,
        @Nullable Integer turn) {
    /// Whose partition a fetch goes to and whose counters it advances: the subscriber's, else the
    /// conversation's.
    public Optional<Subscriber> owner() {
        return Optional.ofNullable(subscriber == null ? conversation : subscriber);
    }

    /// The same at no turn that is known.
    Audience withoutTurn() {
        return new Audience(
                subscriber, conversation, subscriberUnknown, conversationUnknown, withheld, null);
    }

    boolean unknown() {
        return subscriberUnknown || conversationUnknown || withheld;
    }

    boolean hasSubscriber() {
        return subscriber != null || subscriberUnknown || withheld;
    }

    boolean hasConversation() {
        return conversation != null || conversationUnknown;
    }
}
