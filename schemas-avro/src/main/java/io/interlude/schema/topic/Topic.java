package io.interlude.schema.topic;

import static java.util.Objects.requireNonNull;

import org.apache.avro.specific.SpecificRecord;

/// One topic: its name, the one record type of its values, and how the broker keeps it. Keys are
/// strings.
///
/// @param partitioned true when it has the journal's partition count; false for a single partition
/// @param compacted true when only the latest record of a key is kept
public record Topic<V extends SpecificRecord>(
        String name, Class<V> valueType, boolean partitioned, boolean compacted) {
    public Topic {
        requireNonNull(name, "name is null");
        requireNonNull(valueType, "valueType is null");
    }

    /// Subject of the values' schema in the registry.
    public String subject() {
        return name + "-value";
    }
}
