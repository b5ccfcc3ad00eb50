package io.interlude.schema.client;

import java.util.Optional;
import org.apache.avro.Schema;

/// A schema registry, as far as serdes and the start of a service need it. Safe for use by many
/// threads. Every call has a deadline and fails with [SchemaException]. Nothing is cached here: the
/// serdes do that.
public interface SchemaRegistryClient extends AutoCloseable {
    /// Registers the schema under the subject, unless it is there, and returns its id.
    int register(String subject, Schema schema);

    /// Id of a schema that is registered under the subject; fails when it is not.
    int idOf(String subject, Schema schema);

    /// The schema with this id, under whichever subject.
    Schema schemaOf(int id);

    /// The newest version of the subject.
    SubjectVersion latest(String subject);

    /// The level that is set on the subject itself; empty when it follows the registry's.
    Optional<CompatibilityLevel> compatibilityOf(String subject);

    void setCompatibility(String subject, CompatibilityLevel level);

    @Override
    void close();
}
