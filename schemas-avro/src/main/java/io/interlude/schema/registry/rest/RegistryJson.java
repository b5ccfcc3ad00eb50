package io.interlude.schema.registry.rest;

import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaReferenceJson;
import java.util.Collection;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Bodies of answers.
final class RegistryJson {
    static final JsonMapper MAPPER = JsonMapper.shared();

    private RegistryJson() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode strings(Collection<String> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }

    static ArrayNode numbers(Collection<Integer> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }

    /// A version of a subject, as every endpoint that answers with one writes it.
    static ObjectNode version(RegisteredSchema schema) {
        ObjectNode version =
                object().put("subject", schema.subject())
                        .put("version", schema.version())
                        .put("id", schema.id());
        SchemaReferenceJson.write(schema.text().references(), version);
        return version.put("schema", schema.text().json());
    }
}
