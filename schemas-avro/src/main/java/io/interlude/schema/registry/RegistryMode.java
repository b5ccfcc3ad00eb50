package io.interlude.schema.registry;

import java.util.Locale;
import java.util.Optional;

/// The mode of a subject, which says what may be written, in Confluent's terms.
public enum RegistryMode {
    READWRITE,
    READONLY,
    /// Read-only for every subject, whatever mode the subjects have of their own.
    READONLY_OVERRIDE,
    /// Versions are registered with the ids that they had in another registry, unchecked.
    IMPORT;

    /// The mode of this name, in any case.
    public static Optional<RegistryMode> named(String name) {
        for (RegistryMode mode : values()) {
            if (mode.name().equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }

    boolean readOnly() {
        return this == READONLY || this == READONLY_OVERRIDE;
    }
}
