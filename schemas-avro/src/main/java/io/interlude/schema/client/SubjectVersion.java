package io.interlude.schema.client;

import static java.util.Objects.requireNonNull;

import org.apache.avro.Schema;

/// A schema as one version of a subject.
///
/// @param version from 1, growing within the subject
/// @param id id of the schema in the whole registry
public record SubjectVersion(String subject, int version, int id, Schema schema) {
    public SubjectVersion {
        requireNonNull(subject, "subject is null");
        requireNonNull(schema, "schema is null");
    }
}
