package io.interlude.domain.frequency;

import static java.util.Objects.requireNonNull;

/// One counter that a served fetch advances, and how many latest times the caps in force need of
/// it.
public record FrequencyAdvance(CapScope scope, String id, int keepTimes) {
    public FrequencyAdvance {
        requireNonNull(scope, "scope is null");
        requireNonNull(id, "id is null");
    }
}
