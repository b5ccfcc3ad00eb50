package io.interlude.domain.frequency;

import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A decision's view of how often the subscriber was served.
public sealed interface FrequencyView {
    /// The request names no subscriber: caps do not apply.
    record NoSubscriber() implements FrequencyView {}

    /// The counters could not be read: whatever has a cap must not serve.
    ///
    /// @param mayHide whether the subscriber may have hidden an advertiser: then nothing must
    record Unreadable(boolean mayHide) implements FrequencyView {
        /// Of one who cannot have hidden any.
        public Unreadable() {
            this(false);
        }
    }

    /// The counters, with what is known of fetches that are not yet applied. Immutable.
    final class Counted implements FrequencyView {
        private final List<FrequencyCounter> all;
        private final Map<CapScope, Map<String, FrequencyCounter>> counters =
                new EnumMap<>(CapScope.class);

        public Counted(SubscriberCounters subscriber) {
            all = subscriber.counters();
            for (FrequencyCounter counter : subscriber.counters()) {
                counters.computeIfAbsent(counter.scope(), _ -> new LinkedHashMap<>())
                        .put(counter.id(), counter);
            }
        }

        /// Every counter.
        public List<FrequencyCounter> counters() {
            return all;
        }

        /// The counters of the scope, in the order of all.
        public Collection<FrequencyCounter> counters(CapScope scope) {
            return counters.getOrDefault(scope, Map.of()).values();
        }

        /// The counter of the scope, or null if it was never served.
        public @Nullable FrequencyCounter counter(CapScope scope, String id) {
            Map<String, FrequencyCounter> ofScope = counters.get(scope);
            return ofScope == null ? null : ofScope.get(id);
        }
    }
}
