package io.interlude.domain.prepared;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.targeting.Bits;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The block lists that hold for a fetch, worked out for every creative of the org. Immutable.
public final class BlockedHere {
    static final BlockedHere NOTHING = new BlockedHere();

    private final Map<CreativeId, String> creativeToMatch = new HashMap<>();
    private final Map<AdFormat, long[]> formatToItems = new EnumMap<>(AdFormat.class);

    private BlockedHere() {}

    /// @param all every line item of the org
    /// @param active those that have numbers
    BlockedHere(Blocked blocked, List<PreparedLineItem> all, ActiveLineItems active) {
        for (PreparedLineItem item : all) {
            for (CreativeVersion creative : item.allCreatives()) {
                blocked.match(creative, item.advertiser())
                        .ifPresent(match -> creativeToMatch.put(creative.id(), match));
            }
        }
        if (creativeToMatch.isEmpty()) {
            return;
        }
        for (AdFormat format : AdFormat.values()) {
            long[] items = Bits.none(active.size());
            for (int number = 0; number < active.size(); number++) {
                if (isOut(active.item(number), format)) {
                    Bits.set(items, number);
                }
            }
            formatToItems.put(format, items);
        }
    }

    /// Whether the line item has creatives of the format, and each of them is blocked.
    public boolean isOut(PreparedLineItem item, AdFormat format) {
        List<CreativeVersion> creatives = item.creatives(format);
        return !creativeToMatch.isEmpty()
                && !creatives.isEmpty()
                && creatives.stream().allMatch(this::isBlocked);
    }

    /// What of the creative is blocked, in words; null when nothing is.
    public @Nullable String match(CreativeVersion creative) {
        return creativeToMatch.get(creative.id());
    }

    /// Whether the creative is blocked.
    public boolean isBlocked(CreativeVersion creative) {
        return !creativeToMatch.isEmpty() && creativeToMatch.containsKey(creative.id());
    }

    /// Of the line items with these numbers, the ones that have a creative left. The same set where
    /// nothing is blocked.
    public long[] allowed(long[] numbers, AdFormat format) {
        long[] out = formatToItems.get(format);
        return out == null ? numbers : Bits.without(numbers, out);
    }
}
