package io.interlude.domain.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.targeting.RequestAttributes;
import java.time.Instant;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The request that an ad is selected for, and the state that it is selected by.
///
/// @param ofKey application of the key that asks; null for a key without one
/// @param heldOut which campaigns are not served to the subscriber; asked only of those with a
///   holdout
/// @param lost line items whose last place in the budget a concurrent fetch took while this one was
///   decided
/// @param explained true to have every broken rule of every line item of the org explained
public record SelectionInput(
        AdUnit adUnit,
        @Nullable ApplicationId ofKey,
        AdFormat format,
        RequestAttributes attributes,
        Instant now,
        FrequencyView frequency,
        Moment moment,
        ConversationView conversation,
        Predicate<Campaign> heldOut,
        Set<LineItemId> lost,
        boolean explained) {
    public SelectionInput {
        requireNonNull(adUnit, "adUnit is null");
        requireNonNull(format, "format is null");
        requireNonNull(attributes, "attributes is null");
        requireNonNull(now, "now is null");
        requireNonNull(frequency, "frequency is null");
        requireNonNull(moment, "moment is null");
        requireNonNull(conversation, "conversation is null");
        requireNonNull(heldOut, "heldOut is null");
        lost = Set.copyOf(lost);
    }

    /// The same, after the line items' budgets turned out to be taken.
    public SelectionInput withLost(Set<LineItemId> newLost) {
        return new SelectionInput(
                adUnit,
                ofKey,
                format,
                attributes,
                now,
                frequency,
                moment,
                conversation,
                heldOut,
                newLost,
                explained);
    }

    /// The same, where the subscriber and the conversation were served otherwise.
    public SelectionInput served(FrequencyView subscriber, ConversationView inConversation) {
        return new SelectionInput(
                adUnit,
                ofKey,
                format,
                attributes,
                now,
                subscriber,
                moment,
                inConversation,
                heldOut,
                lost,
                explained);
    }
}
