package io.interlude.schema.registry;

/// The bounds of a registry: all of it is in memory, and in `_schemas` for ever. The sum is what an
/// operator can make it hold, about 16 MB of heap.
final class RegistryBounds {
    /// Subjects, those counted that have nothing but a setting.
    static final int SUBJECTS = 2_000;

    /// Versions of one subject, soft-deleted ones included: a transitive check parses them all.
    static final int VERSIONS = 200;

    /// Characters of one schema.
    static final int SCHEMA_CHARACTERS = 128 << 10;

    /// Characters of all schemas.
    static final long ALL_CHARACTERS = 8L << 20;

    /// Levels of JSON in a schema: Avro's parser takes a frame or two of the stack for each.
    static final int NESTING = 200;

    /// Fields of a schema with every named type written out: a comparison can tell of each.
    static final int FIELDS = 10_000;

    /// Values of a schema's defaults that are held against a type.
    static final int DEFAULT_STEPS = 100_000;

    /// Objections that a comparison tells of.
    static final int VIOLATIONS = 100;

    static final int SUBJECT_CHARACTERS = 512;
    static final int REFERENCES = 100;

    private RegistryBounds() {}
}
