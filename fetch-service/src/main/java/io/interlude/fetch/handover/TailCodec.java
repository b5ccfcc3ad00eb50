package io.interlude.fetch.handover;

import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.journal.record.CapScopeCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.FrequencyScope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The frequency part of a fetch's record.
final class TailCodec {
    private static final int LARGEST_CACHE = 10_000;

    /// Most fetches of one line item advance the same counters.
    private final Map<List<FrequencyAdvance>, List<FrequencyAdvance>> shared =
            new ConcurrentHashMap<>();

    TailFetch read(long offset, AdFetched fetched) {
        List<FrequencyAdvance> advances =
                fetched.getFrequencyScopes().stream().map(TailCodec::advance).toList();
        return new TailFetch(offset, fetched.getOccurredAt(), shared(advances));
    }

    private List<FrequencyAdvance> shared(List<FrequencyAdvance> advances) {
        if (shared.size() >= LARGEST_CACHE) {
            shared.clear();
        }
        return shared.computeIfAbsent(advances, same -> same);
    }

    private static FrequencyAdvance advance(FrequencyScope scope) {
        return new FrequencyAdvance(
                CapScopeCodec.read(scope.getScope()), scope.getId(), scope.getKeepTimes());
    }
}
