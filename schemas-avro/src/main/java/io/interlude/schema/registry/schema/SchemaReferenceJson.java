package io.interlude.schema.registry.schema;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// References of a schema as JSON, the same on the wire and in the journal.
public final class SchemaReferenceJson {
    private static final String FIELD = "references";

    private SchemaReferenceJson() {}

    public static List<SchemaReference> read(JsonNode references) {
        List<SchemaReference> read = new ArrayList<>();
        for (JsonNode reference : references) {
            read.add(
                    new SchemaReference(
                            reference.path("name").asString(""),
                            reference.path("subject").asString(""),
                            reference.path("version").asInt(0)));
        }
        return read;
    }

    /// Adds the references to the object, if there are any.
    public static void write(List<SchemaReference> references, ObjectNode target) {
        if (references.isEmpty()) {
            return;
        }
        ArrayNode array = target.putArray(FIELD);
        for (SchemaReference reference : references) {
            array.addObject()
                    .put("name", reference.name())
                    .put("subject", reference.subject())
                    .put("version", reference.version());
        }
    }
}
