package io.interlude.journal.history;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.domain.matching.OrderKey;
import io.interlude.journal.record.OrdersElsewhere;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CorrectionRecorded;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// Those of some events that corrections took back, by event id, and the orders that count for
/// other fetches than theirs. What counted and was taken back has the verdict `corrected`; a fetch
/// takes all of its events with it. The corrections of a partition are any org's: of those of other
/// events nothing is kept, and hardly any is decoded.
final class CorrectedEvents {
    private final Set<String> wantedIds = new HashSet<>();
    private final Set<@Nullable String> wantedKeys = new HashSet<>();
    private final Set<String> eventIds = new HashSet<>();
    private final Map<String, Set<OrderKey>> fetchIdToOrdersElsewhere = new HashMap<>();

    /// @param wanted the events that may have been taken back
    CorrectedEvents(Collection<PlacedRecord> wanted) {
        for (PlacedRecord record : wanted) {
            wantedIds.add(record.event().getEventId());
            wantedKeys.add(record.event().getFetchId());
        }
    }

    /// True when a correction may be of one of the events, by its key: the fetch that the event
    /// belongs to, or none.
    boolean concerns(ConsumerRecord<String, byte[]> correction) {
        return wantedKeys.contains(correction.key());
    }

    void add(PlacedRecord record) {
        if (record.event() instanceof CorrectionRecorded correction) {
            String fetchId = correction.getFetchId();
            if (correction.getOrderKey() == null) {
                String eventId = correction.getCorrectedEventId();
                if (fetchId != null || wantedIds.contains(eventId)) {
                    eventIds.add(eventId);
                }
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
