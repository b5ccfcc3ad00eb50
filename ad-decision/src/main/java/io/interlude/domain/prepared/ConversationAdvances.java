package io.interlude.domain.prepared;

import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCapPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The counters of a conversation that an ad advances: none in an org where nothing depends on a
/// conversation's ads; else those of its ads and its turn, and others as far as an ad load or a cap
/// asks for them.
///
/// @param any true if anything in the org depends on a conversation's ads
/// @param keepTimes latest ads of a conversation that the ad loads need
/// @param advertisers true if one of them separates advertisers
/// @param categories true if one of them separates categories
record ConversationAdvances(boolean any, int keepTimes, boolean advertisers, boolean categories) {
    /// @param capped true if a line item of the org has a cap on conversations
    static ConversationAdvances of(List<AdLoad> loads, boolean capped) {
        int separation = loads.stream().mapToInt(AdLoad::separation).max().orElse(0);
        return new ConversationAdvances(
                capped || loads.stream().anyMatch(AdLoad::needsCounters),
                Math.max(FrequencyCapPolicy.LEAST_KEPT_TIMES, separation + 1),
                loads.stream().anyMatch(load -> load.advertiserSeparation() > 0),
                loads.stream().anyMatch(load -> load.categorySeparation() > 0));
    }

    List<FrequencyAdvance> of(PreparedLineItem item, String conversation, @Nullable Integer turn) {
        List<FrequencyAdvance> advances = new ArrayList<>();
        if (!any) {
            return advances;
        }
        advances.add(advance(conversation, keepTimes));
        if (turn != null) {
            advances.add(advance(ConversationCounters.ofTurn(conversation, turn), 1));
        }
        if (advertisers) {
            String key = item.advertiser().key();
            advances.add(advance(ConversationCounters.ofAdvertiser(conversation, key), 1));
        }
        if (categories) {
            item.advertiser().categories().stream()
                    .sorted()
                    .map(category -> ConversationCounters.ofCategory(conversation, category))
                    .forEach(id -> advances.add(advance(id, 1)));
        }
        if (!item.conversationCaps().isEmpty()) {
            advances.add(
                    advance(
                            ConversationCounters.ofLineItem(conversation, item.lineItem().id()),
                            item.keepTimes(CapScope.CONVERSATION)));
        }
        return advances;
    }

    private static FrequencyAdvance advance(String id, int keepTimes) {
        return new FrequencyAdvance(CapScope.CONVERSATION, id, keepTimes);
    }
}
