package io.interlude.schema.client;

import java.util.Locale;
import java.util.Optional;

/// The compatibility that a new version of a subject must keep, in Confluent's terms.
///
/// Backward: the new schema reads what the old ones wrote. Forward: the old schemas read what the
/// new one writes. Full: both. Transitive: against every version, not the newest alone.
public enum CompatibilityLevel {
    NONE(false, false, false),
    BACKWARD(true, false, false),
    BACKWARD_TRANSITIVE(true, false, true),
    FORWARD(false, true, false),
    FORWARD_TRANSITIVE(false, true, true),
    FULL(true, true, false),
    FULL_TRANSITIVE(true, true, true);

    private final boolean backward;
    private final boolean forward;
    private final boolean transitive;

    CompatibilityLevel(boolean backward, boolean forward, boolean transitive) {
        this.backward = backward;
        this.forward = forward;
        this.transitive = transitive;
    }

    /// The level of this name, in any case.
    public static Optional<CompatibilityLevel> named(String name) {
        for (CompatibilityLevel level : values()) {
            if (level.name().equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }

    public boolean backward() {
        return backward;
    }

    public boolean forward() {
        return forward;
    }

    public boolean transitive() {
        return transitive;
    }
}
