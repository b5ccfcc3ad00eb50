package io.interlude.domain.identity;

import static java.util.Objects.requireNonNull;

/// The application's own id of a conversation. Prints without it.
public record ConversationId(String value) {
    /// Most characters.
    public static final int LARGEST_CHARACTERS = 128;

    public ConversationId {
        requireNonNull(value, "value is null");
    }

    /// What stands for the conversation among the ids that pseudonyms are made of. No application
    /// sends it: it begins with a control character.
    public SubscriberId asSubscriber() {
        return new SubscriberId("\u0000conversation\u0000" + value);
    }

    @Override
    public String toString() {
        return "ConversationId[redacted]";
    }
}
