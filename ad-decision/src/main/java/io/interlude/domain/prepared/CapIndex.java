package io.interlude.domain.prepared;

import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.targeting.Bits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Finds the line items that a subscriber's counters may hold back. A subscriber has seen few line
/// items, so it is quicker to go from the counters to the caps than from every cap to its counter.
/// Immutable.
public final class CapIndex {
    private static final int[] NOBODY = {};

    /// By the id that is counted; for ad units, whose caps hold on any of them, by no id.
    private final Map<CapScope, Map<String, int[]>> scopeToIdToItems =
            new EnumMap<>(CapScope.class);

    private final long[] capped;
    private final Map<String, Integer> lineItemToNumber = new HashMap<>();

    CapIndex(PreparedLineItem[] items) {
        capped = Bits.none(items.length);
        Map<CapScope, Map<String, List<Integer>>> found = new EnumMap<>(CapScope.class);
        for (int number = 0; number < items.length; number++) {
            PreparedLineItem item = items[number];
            if (item.capped()) {
                Bits.set(capped, number);
            }
            if (!item.conversationCaps().isEmpty()) {
                lineItemToNumber.put(item.lineItem().id().value(), number);
            }
            for (FrequencyCap cap : caps(item)) {
                for (String id : countedIds(item, cap.scope())) {
                    found.computeIfAbsent(cap.scope(), _ -> new HashMap<>())
                            .computeIfAbsent(id, _ -> new ArrayList<>(1))
                            .add(number);
                }
            }
        }
        found.forEach((scope, idToItems) -> scopeToIdToItems.put(scope, toArrays(idToItems)));
    }

    private static Map<String, int[]> toArrays(Map<String, List<Integer>> idToItems) {
        Map<String, int[]> arrays = HashMap.newHashMap(idToItems.size());
        idToItems.forEach((id, items) -> arrays.put(id, items.stream().mapToInt(i -> i).toArray()));
        return arrays;
    }

    private static List<FrequencyCap> caps(PreparedLineItem item) {
        return Stream.of(item.caps(), item.creativeCaps()).flatMap(List::stream).toList();
    }

    private static List<String> countedIds(PreparedLineItem item, CapScope scope) {
        return switch (scope) {
            case LINE_ITEM -> List.of(item.lineItem().id().value());
            case CAMPAIGN -> List.of(item.campaign().id().value());
            case AD_UNIT -> List.of("");
            case ADVERTISER -> List.of(item.advertiser().key());
            case CONVERSATION, HIDDEN -> List.of();
            case CREATIVE -> item.creativeIds().stream().map(CreativeId::value).toList();
        };
    }

    /// The numbers of the line items whose caps must be looked at; the others have room. Not to be
    /// changed.
    public long[] suspects(FrequencyView frequency, ConversationView conversation) {
        long[] suspects = suspects(frequency);
        if (lineItemToNumber.isEmpty()) {
            return suspects;
        }
        long[] all = suspects.clone();
        markSuspects(conversation, all);
        return all;
    }

    private void markSuspects(ConversationView view, long[] suspects) {
        String conversation = view.conversation();
        if (view.hidesCaps()) {
            for (int number : lineItemToNumber.values()) {
                Bits.set(suspects, number);
            }
        } else if (conversation != null
                && view.counters() instanceof FrequencyView.Counted counted) {
            for (FrequencyCounter counter : counted.counters(CapScope.CONVERSATION)) {
                String id = ConversationCounters.lineItem(conversation, counter.id());
                Integer number = id == null ? null : lineItemToNumber.get(id);
                if (number != null) {
                    Bits.set(suspects, number);
                }
            }
        }
    }

    private long[] suspects(FrequencyView frequency) {
        return switch (frequency) {
            case FrequencyView.NoSubscriber _ -> Bits.none(capped.length * Long.SIZE);
            case FrequencyView.Unreadable _ -> capped;
            case FrequencyView.Counted counted -> counted(counted.counters());
        };
    }

    private long[] counted(Iterable<FrequencyCounter> counters) {
        long[] suspects = Bits.none(capped.length * Long.SIZE);
        for (FrequencyCounter counter : counters) {
            String id = counter.scope() == CapScope.AD_UNIT ? "" : counter.id();
            for (int number : items(counter.scope(), id)) {
                Bits.set(suspects, number);
            }
        }
        return suspects;
    }

    private int[] items(CapScope scope, String id) {
        Map<String, int[]> idToItems = scopeToIdToItems.get(scope);
        return idToItems == null ? NOBODY : idToItems.getOrDefault(id, NOBODY);
    }
}
