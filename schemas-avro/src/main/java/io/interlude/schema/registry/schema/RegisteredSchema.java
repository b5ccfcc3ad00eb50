package io.interlude.schema.registry.schema;

import static java.util.Objects.requireNonNull;

/// One version of a subject.
///
/// @param version from 1, never given twice within the subject
/// @param id id of the text in the whole registry, from 1
/// @param deleted true once it is soft-deleted: hidden, but its id still reads old records
public record RegisteredSchema(
        String subject, int version, int id, SchemaText text, boolean deleted) {
    public RegisteredSchema {
        requireNonNull(subject, "subject is null");
        requireNonNull(text, "text is null");
    }

    public RegisteredSchema softDeleted() {
        return new RegisteredSchema(subject, version, id, text, true);
    }
}
