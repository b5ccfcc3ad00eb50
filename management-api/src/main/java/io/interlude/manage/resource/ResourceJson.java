package io.interlude.manage.resource;

import io.interlude.journal.json.Json;
import org.apache.avro.specific.SpecificRecord;
import tools.jackson.databind.node.ObjectNode;

/// A resource as JSON.
public final class ResourceJson {
    private ResourceJson() {}

    /// As an answer shows it: its content, what the service knows of it, and its version.
    public static <V extends SpecificRecord> ObjectNode answer(ResourceKind<V> kind, V value) {
        ObjectNode json = content(kind, value);
        kind.encodeDerived(value, json);
        json.put("version", Envelope.version(value));
        json.put("updatedAt", Envelope.changedAt(value).toString());
        return json;
    }

    /// Its id and content alone, as an import takes it.
    public static <V extends SpecificRecord> ObjectNode content(ResourceKind<V> kind, V value) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put("id", Envelope.id(value));
        kind.encode(value, json);
        return json;
    }
}
