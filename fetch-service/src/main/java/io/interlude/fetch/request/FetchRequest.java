package io.interlude.fetch.request;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.ConversationId;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.fetch.consent.Consent;
import io.interlude.fetch.context.ConversationContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A client's request for an ad.
///
/// @param adUnitCode null for the default ad unit
/// @param turn number of the user's turn in the conversation; null where that is not known
/// @param sensitive true when the publisher itself calls the moment one for no ad
/// @param child true when the publisher knows that a child is there
/// @param consent without it there is neither subscriber nor conversation
/// @param count most ads that are wanted, 1 to 5
/// @param test true for a fetch that enters no count and explains itself
/// @param debug true to answer a no-fill with its reason in place of 204
/// @param include what a filled answer tells of its decision
public record FetchRequest(
        @Nullable String adUnitCode,
        AdFormat format,
        @Nullable SubscriberId subscriber,
        RequestAttributes attributes,
        @Nullable ConversationContext context,
        @Nullable ConversationId conversation,
        @Nullable Integer turn,
        boolean sensitive,
        boolean child,
        Consent consent,
        int count,
        boolean test,
        boolean debug,
        Set<Include> include) {
    /// Largest `count`.
    static final int MOST_ADS = 5;

    /// Characters of attributes that are looked through on an event loop.
    private static final int SHORT_ATTRIBUTES = 16 * 1_024;

    private static final String SANDBOX = "__sandbox__";

    public FetchRequest {
        requireNonNull(format, "format is null");
        requireNonNull(attributes, "attributes is null");
        include = Set.copyOf(include);
    }

    /// Whether it asks for the demo ad.
    public boolean sandbox() {
        return SANDBOX.equals(adUnitCode);
    }

    /// Whether a decision on it may hold up others: a test fetch looks at all that is booked, and
    /// targeting may look for many texts in long attributes.
    public boolean takesLong() {
        return test || attributes.characters() > SHORT_ATTRIBUTES;
    }

    /// Whether a no-fill is answered with a body.
    public boolean explainsNoFill() {
        return test || debug;
    }
}
