package io.interlude.schema.registry;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/// One record of the topic `_schemas`, in Confluent's format.
///
/// @param key JSON
/// @param value JSON; null takes the key's record away
public record SchemaJournalEntry(String key, @Nullable String value) {
    public SchemaJournalEntry {
        requireNonNull(key, "key is null");
    }
}
