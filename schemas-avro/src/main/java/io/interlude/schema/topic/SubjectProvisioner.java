package io.interlude.schema.topic;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.client.SchemaException;
import io.interlude.schema.client.SchemaFault;
import io.interlude.schema.client.SchemaRegistryClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/// Registers the schema of every topic when a service starts, so that a schema that the registry
/// refuses stops the start and not the first event. The compatibility of each subject is set
/// explicitly: the default differs between registries, and one of them checks nothing.
public final class SubjectProvisioner {
    static final CompatibilityLevel LEVEL = CompatibilityLevel.FULL_TRANSITIVE;

    private final SchemaRegistryClient client;

    public SubjectProvisioner(SchemaRegistryClient client) {
        this.client = requireNonNull(client, "client is null");
    }

    /// Registers every schema. Fails with [SchemaException].
    ///
    /// @return the id of each topic's schema, by the topic's name
    public Map<String, Integer> provision() {
        Map<String, Integer> topicToId = new LinkedHashMap<>();
        for (Topic<?> topic : Topics.all()) {
            topicToId.put(topic.name(), provision(topic));
        }
        return topicToId;
    }

    private int provision(Topic<?> topic) {
        String subject = topic.subject();
        Schema schema = SpecificData.get().getSchema(topic.valueType());
        boolean checked = isChecked(subject) || trySetLevel(subject);
        int id = client.register(subject, schema);
        if (!checked) {
            client.setCompatibility(subject, LEVEL);
        }
        return id;
    }

    private boolean isChecked(String subject) {
        return client.compatibilityOf(subject).equals(Optional.of(LEVEL));
    }

    /// Sets the level before the first version; false when this registry wants the version first.
    private boolean trySetLevel(String subject) {
        try {
            client.setCompatibility(subject, LEVEL);
            return true;
        } catch (SchemaException refused) {
            if (refused.fault() == SchemaFault.UNKNOWN_SCHEMA) {
                return false;
            }
            throw refused;
        }
    }
}
