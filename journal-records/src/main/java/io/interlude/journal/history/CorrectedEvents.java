package io.interlude.journal.history;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.domain.matching.OrderKey;
import io.interlude.journal.record.OrdersElsewhere;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CorrectionRecorded;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The events that corrections took back, by event id, and the orders that count for other fetches
/// than these. What counted and was taken back has the verdict `corrected`; a fetch takes all of
/// its events with it.
final class CorrectedEvents {
    private final Set<String> eventIds = new HashSet<>();
    private final Map<String, Set<OrderKey>> fetchIdToOrdersElsewhere = new HashMap<>();

    void add(PlacedRecord record) {
        if (record.event() instanceof CorrectionRecorded correction) {
            String fetchId = correction.getFetchId();
            if (correction.getOrderKey() == null) {
                eventIds.add(correction.getCorrectedEventId());
            } else if (fetchId != null) {
                OrdersElsewhere.apply(
                        correction,
                        fetchIdToOrdersElsewhere.computeIfAbsent(fetchId, _ -> new HashSet<>()));
            }
        }
    }

    /// The orders of the fetch that count for others.
    Set<OrderKey> ordersElsewhere(AdFetched fetched) {
        return fetchIdToOrdersElsewhere.getOrDefault(fetched.getFetchId(), Set.of());
    }

    JudgedEvent apply(JudgedEvent judged) {
        return counts(judged.verdict()) && isTakenBack(judged)
                ? new JudgedEvent(judged.record(), CountingVerdict.CORRECTED, judged.fetched())
                : judged;
    }

    private static boolean counts(@Nullable CountingVerdict verdict) {
        return verdict == CountingVerdict.COUNTED || verdict == CountingVerdict.REPEAT;
    }

    private boolean isTakenBack(JudgedEvent judged) {
        AdFetched fetched = judged.fetched();
        return eventIds.contains(judged.record().event().getEventId())
                || (fetched != null && eventIds.contains(fetched.getEventId()));
    }
}
