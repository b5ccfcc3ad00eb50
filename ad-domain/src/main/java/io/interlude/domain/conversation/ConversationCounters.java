package io.interlude.domain.conversation;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.Subscriber;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Names of the counters of scope [CapScope#CONVERSATION]. The one that is named like the
/// conversation counts its ads; the others, which begin with that name and a slash, count those of
/// one turn, advertiser, category or line item. Pseudonyms have no slash.
///
/// They are kept with the subscriber's counters, in the subscriber's partition; those of a
/// conversation without a subscriber in a partition of its own, where it stands for one.
public final class ConversationCounters {
    private static final char SEPARATOR = '/';
    private static final String TURN = "/turn/";
    private static final String ADVERTISER = "/advertiser/";
    private static final String CATEGORY = "/category/";
    private static final String LINE_ITEM = "/lineItem/";

    private ConversationCounters() {}

    public static String ofTurn(String conversation, int turn) {
        return conversation + TURN + turn;
    }

    public static String ofAdvertiser(String conversation, String advertiserKey) {
        return conversation + ADVERTISER + advertiserKey;
    }

    public static String ofCategory(String conversation, String category) {
        return conversation + CATEGORY + category;
    }

    public static String ofLineItem(String conversation, LineItemId id) {
        return conversation + LINE_ITEM + id.value();
    }

    /// The turn that the counter counts the ads of; null for another counter.
    static @Nullable Integer turn(String conversation, String counterId) {
        String text = rest(conversation, TURN, counterId);
        return text == null ? null : (Integer) Integer.parseInt(text);
    }

    static @Nullable String advertiser(String conversation, String counterId) {
        return rest(conversation, ADVERTISER, counterId);
    }

    static @Nullable String category(String conversation, String counterId) {
        return rest(conversation, CATEGORY, counterId);
    }

    /// The line item that the counter counts the ads of; null for another counter.
    public static @Nullable String lineItem(String conversation, String counterId) {
        return rest(conversation, LINE_ITEM, counterId);
    }

    private static @Nullable String rest(String conversation, String kind, String counterId) {
        return counterId.startsWith(conversation)
                        && counterId.startsWith(kind, conversation.length())
                ? counterId.substring(conversation.length() + kind.length())
                : null;
    }

    /// The counter's name without the pseudonym: `conversation`, or what it counts the ads of.
    public static String withoutPseudonym(String counterId) {
        int separator = counterId.indexOf(SEPARATOR);
        return separator < 0 ? "conversation" : counterId.substring(separator + 1);
    }

    /// Whose counters a fetch advances: its subscriber's, else its conversation's; empty without
    /// either.
    ///
    /// @param advances the counters, that of the conversation's ads first among those of its scope
    public static Optional<Subscriber> owner(
            @Nullable String subscriber, List<FrequencyAdvance> advances) {
        if (subscriber != null) {
            return Optional.of(new Subscriber(subscriber));
        }
        return advances.stream()
                .filter(advance -> advance.scope() == CapScope.CONVERSATION)
                .filter(advance -> advance.id().indexOf(SEPARATOR) < 0)
                .findFirst()
                .map(advance -> new Subscriber(advance.id()));
    }
}
