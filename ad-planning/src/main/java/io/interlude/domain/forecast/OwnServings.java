package io.interlude.domain.forecast;

import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.selection.SelectionInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The wins of a line item that is played, by subscriber and by conversation, as its caps count
/// them: beside the records, but for the line item's own counters, which begin anew. Keeps nothing
/// for a line item without caps. For one thread.
final class OwnServings {
    private final PreparedCatalogue alone;
    private final PreparedLineItem item;
    private final Map<String, SubscriberCounters> subscriberToWon = new HashMap<>();
    private final Map<String, SubscriberCounters> conversationToWon = new HashMap<>();

    OwnServings(PreparedCatalogue alone, PreparedLineItem item) {
        this.alone = alone;
        this.item = item;
    }

    /// The input with what was won before.
    SelectionInput known(SelectionInput input, @Nullable String subscriber) {
        ConversationView conversation = input.conversation();
        String id = conversation.conversation();
        FrequencyView ofSubscriber = input.frequency();
        FrequencyView inConversation = conversation.counters();
        if (item.capped() && subscriber != null) {
            ofSubscriber = with(ofSubscriber, subscriberToWon.get(subscriber));
        }
        if (!item.conversationCaps().isEmpty() && id != null) {
            inConversation = with(inConversation, conversationToWon.get(id));
        }
        return input.served(
                ofSubscriber,
                new ConversationView(
                        id,
                        conversation.turn(),
                        conversation.sameBreak(),
                        conversation.withheld(),
                        inConversation));
    }

    private FrequencyView with(FrequencyView recorded, @Nullable SubscriberCounters won) {
        if (recorded instanceof FrequencyView.Unreadable) {
            return recorded;
        }
        List<FrequencyCounter> all = new ArrayList<>();
        if (recorded instanceof FrequencyView.Counted counted) {
            all.addAll(counted.counters());
        }
        all.removeIf(this::isOwn);
        for (FrequencyCounter own : won == null ? List.<FrequencyCounter>of() : won.counters()) {
            FrequencyCounter known =
                    all.stream()
                            .filter(other ->
                                    other.scope() == own.scope() && other.id().equals(own.id()))
                            .findFirst()
                            .orElse(null);
            if (known != null) {
                all.remove(known);
            }
            all.add(known == null ? own : sum(known, own));
        }
        return new FrequencyView.Counted(new SubscriberCounters(0, all));
    }

    private boolean isOwn(FrequencyCounter counter) {
        return counter.scope() == CapScope.LINE_ITEM
                && counter.id().equals(item.lineItem().id().value());
    }

    private static FrequencyCounter sum(FrequencyCounter one, FrequencyCounter other) {
        return new FrequencyCounter(
                one.scope(),
                one.id(),
                one.lifetime() + other.lifetime(),
                Stream.of(one.times(), other.times()).flatMap(List::stream).sorted().toList());
    }

    /// Counts one that was won.
    ///
    /// @param replaces true if another ad was served, so that the ad unit's count has it
    void add(
            SelectionInput input,
            @Nullable String subscriber,
            CreativeId creative,
            boolean replaces) {
        if (item.capped() && subscriber != null) {
            List<FrequencyAdvance> advances =
                    alone.advances(input.adUnit(), item, creative).stream()
                            .filter(advance -> !replaces || advance.scope() != CapScope.AD_UNIT)
                            .toList();
            subscriberToWon.compute(subscriber, (_, won) -> after(won, advances, input));
        }
        String conversation = input.conversation().conversation();
        if (!item.conversationCaps().isEmpty() && conversation != null) {
            List<FrequencyAdvance> advances = alone.advances(item, input.conversation());
            conversationToWon.compute(conversation, (_, won) -> after(won, advances, input));
        }
    }

    private static SubscriberCounters after(
            @Nullable SubscriberCounters won,
            List<FrequencyAdvance> advances,
            SelectionInput input) {
        SubscriberCounters before = won == null ? SubscriberCounters.NONE : won;
        return FrequencyFold.advance(before, advances, input.now(), before.appliedOffset() + 1);
    }
}
