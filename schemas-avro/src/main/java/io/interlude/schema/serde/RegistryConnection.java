package io.interlude.schema.serde;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.SchemaRegistryClient;

/// A client, and whether it is the serde's to close.
record RegistryConnection(SchemaRegistryClient client, boolean owned) implements AutoCloseable {
    RegistryConnection {
        requireNonNull(client, "client is null");
    }

    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }
}
