package io.interlude.fetch.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.fetch.overlay.SubscriberKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A request for an ad, with everything that its decision reads but the subscriber's counters.
///
/// @param ofKey application of the key that asks; null for a key without one
/// @param now time of the fetch, in whole milliseconds
/// @param seed seed of every random draw of the decision
/// @param test true for a fetch that takes no place in any count and is explained
/// @param besides line items that the same request has got already, and the others of their
///   advertisers; shadows, too, that would have been served in the place of one of its ads
public record DecisionRequest(
        PreparedCatalogue catalogue,
        AdUnit adUnit,
        @Nullable ApplicationId ofKey,
        AdFormat format,
        Audience audience,
        RequestAttributes attributes,
        Moment moment,
        Instant now,
        long seed,
        boolean test,
        Set<LineItemId> besides) {
    public DecisionRequest {
        requireNonNull(catalogue, "catalogue is null");
        requireNonNull(adUnit, "adUnit is null");
        besides = Set.copyOf(besides);
    }

    public OrgId orgId() {
        return catalogue.source().orgId();
    }

    /// Null without one, and while no pseudonym of them can be made.
    public @Nullable Subscriber subscriber() {
        return audience.subscriber();
    }

    /// The same request's next ad, of another advertiser. Its ads are one break of the
    /// conversation, so the turn and the time at which the first came no longer matter.
    public DecisionRequest besides(SelectionOutcome.Served served, long newSeed) {
        Set<LineItemId> more = new HashSet<>(besides);
        served.candidates().shadows().forEach(shadow -> more.add(shadow.lineItemId()));
        String advertiser = served.lineItem().advertiser().key();
        for (PreparedLineItem item : catalogue.all()) {
            if (item.advertiser().key().equals(advertiser)) {
                more.add(item.lineItem().id());
            }
        }
        return new DecisionRequest(
                catalogue,
                adUnit,
                ofKey,
                format,
                audience.withoutTurn(),
                attributes,
                moment,
                now,
                newSeed,
                test,
                more);
    }

    /// Whose counters the fetch advances; empty where it advances none.
    Optional<SubscriberKey> ownerKey() {
        return audience.owner().map(owner -> new SubscriberKey(orgId(), owner));
    }

    boolean needsCounters() {
        return (audience.subscriber() != null && catalogue.needsCounters(adUnit.code(), format))
                || (audience.conversation() != null
                        && catalogue.needsConversation(adUnit, format, ofKey));
    }

    /// @param counters what is known of the owner's counters
    SelectionInput input(FrequencyView counters) {
        FrequencyView frequency =
                audience.hasSubscriber() ? counters : new FrequencyView.NoSubscriber();
        return new SelectionInput(
                adUnit,
                ofKey,
                format,
                attributes,
                now,
                frequency,
                moment,
                conversation(counters),
                this::holdsOut,
                besides,
                test);
    }

    private boolean holdsOut(Campaign campaign) {
        Subscriber subscriber = subscriber();
        return subscriber != null && campaign.holdout().holdsOut(campaign.id(), subscriber);
    }

    /// The turn is none of it where nothing can depend on it, so that nothing is recorded of a
    /// fetch without a conversation that was not recorded before.
    private ConversationView conversation(FrequencyView counters) {
        Subscriber conversation = audience.conversation();
        boolean turnMatters =
                audience.hasConversation()
                        || catalogue.source().adLoad(adUnit, ofKey).firstAfterTurns() != null;
        return new ConversationView(
                conversation == null ? null : conversation.value(),
                turnMatters ? audience.turn() : null,
                audience.hasConversation() && !besides.isEmpty(),
                audience.withheld(),
                audience.hasConversation() ? counters : new FrequencyView.NoSubscriber());
    }
}
