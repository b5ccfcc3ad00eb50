package io.interlude.schema.registry.schema;

import static java.util.Objects.requireNonNull;

import java.util.List;

/// A schema as the registry keeps it: Avro's own JSON text and what it refers to. Two equal texts
/// have one id.
public record SchemaText(String json, List<SchemaReference> references) {
    public SchemaText {
        requireNonNull(json, "json is null");
        references = List.copyOf(references);
    }

    /// A schema that refers to no other subject.
    public static SchemaText of(String json) {
        return new SchemaText(json, List.of());
    }
}
