package io.interlude.schema.registry.schema;

import static java.util.Objects.requireNonNull;

/// A named type that a schema uses and another subject's version defines.
///
/// @param name full name of the type
/// @param version version of the subject that defines it, from 1
public record SchemaReference(String name, String subject, int version) {
    public SchemaReference {
        requireNonNull(name, "name is null");
        requireNonNull(subject, "subject is null");
    }
}
