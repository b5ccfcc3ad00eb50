package io.interlude.schema.registry;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.client.PortableSchema;
import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.client.SubjectVersion;
import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.avro.Schema;

/// Calls a registry in this process, with no network between. Closing it leaves the registry open.
public final class InProcessSchemaRegistryClient implements SchemaRegistryClient {
    private final Supplier<SchemaRegistry> registry;

    public InProcessSchemaRegistryClient(SchemaRegistry registry) {
        this(() -> registry);
        requireNonNull(registry, "registry is null");
    }

    /// @param registry asked with each call; may wait
    public InProcessSchemaRegistryClient(Supplier<SchemaRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public int register(String subject, Schema schema) {
        return call(() -> registry.get().register(subject, text(schema))).id();
    }

    @Override
    public int idOf(String subject, Schema schema) {
        return call(() -> registry.get().lookup(subject, text(schema), false)).id();
    }

    @Override
    public Schema schemaOf(int id) {
        return call(() -> registry.get().parse(registry.get().text(id)));
    }

    @Override
    public SubjectVersion latest(String subject) {
        return call(() -> {
            SchemaRegistry asked = registry.get();
            RegisteredSchema newest = asked.version(subject, VersionSpec.LATEST, false);
            return new SubjectVersion(
                    subject, newest.version(), newest.id(), asked.parse(newest.text()));
        });
    }

    @Override
    public Optional<CompatibilityLevel> compatibilityOf(String subject) {
        return registry.get().compatibility(subject);
    }

    @Override
    public void setCompatibility(String subject, CompatibilityLevel level) {
        call(() -> {
            registry.get().setCompatibility(subject, level);
            return level;
        });
    }

    @Override
    public void close() {}

    private static SchemaText text(Schema schema) {
        return SchemaText.of(PortableSchema.text(schema));
    }

    private static <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (RegistryException refused) {
            throw new SchemaException(fault(refused), refused.reason(), refused);
        }
    }

    private static SchemaFault fault(RegistryException refused) {
        if (refused.retriable()) {
            return SchemaFault.REGISTRY_UNAVAILABLE;
        }
        return refused.error().status() == 404
                ? SchemaFault.UNKNOWN_SCHEMA
                : SchemaFault.SCHEMA_REFUSED;
    }
}
