package io.interlude.domain.simulation;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCounter;

/// Names one counter of a subscriber or conversation.
record CounterKey(CapScope scope, String id) {
    static CounterKey of(FrequencyCounter counter) {
        return new CounterKey(counter.scope(), counter.id());
    }

    static CounterKey of(FrequencyAdvance advance) {
        return new CounterKey(advance.scope(), advance.id());
    }
}
