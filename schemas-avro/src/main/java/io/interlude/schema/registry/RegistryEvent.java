package io.interlude.schema.registry;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.registry.schema.RegisteredSchema;

/// One change of the registry's state, as its journal tells it.
sealed interface RegistryEvent {
    /// Stands in the place of a subject for what holds for the whole registry.
    String EVERY_SUBJECT = "";

    /// A version was added, or changed its deletion mark.
    record SchemaStored(RegisteredSchema schema) implements RegistryEvent {
        public SchemaStored {
            requireNonNull(schema, "schema is null");
        }
    }

    /// A version was deleted for good.
    record SchemaErased(String subject, int version) implements RegistryEvent {
        public SchemaErased {
            requireNonNull(subject, "subject is null");
        }
    }

    /// All versions of the subject up to this one were soft-deleted.
    record SubjectDeleted(String subject, int throughVersion) implements RegistryEvent {
        public SubjectDeleted {
            requireNonNull(subject, "subject is null");
        }
    }

    record CompatibilitySet(String subject, CompatibilityLevel level) implements RegistryEvent {
        public CompatibilitySet {
            requireNonNull(subject, "subject is null");
            requireNonNull(level, "level is null");
        }
    }

    record CompatibilityCleared(String subject) implements RegistryEvent {
        public CompatibilityCleared {
            requireNonNull(subject, "subject is null");
        }
    }

    record ModeSet(String subject, RegistryMode mode) implements RegistryEvent {
        public ModeSet {
            requireNonNull(subject, "subject is null");
            requireNonNull(mode, "mode is null");
        }
    }

    record ModeCleared(String subject) implements RegistryEvent {
        public ModeCleared {
            requireNonNull(subject, "subject is null");
        }
    }

    /// A schema of a type that this registry does not serve took an id.
    record IdTaken(int id) implements RegistryEvent {}

    /// Nothing that changes the state of this registry.
    record Nothing() implements RegistryEvent {}
}
