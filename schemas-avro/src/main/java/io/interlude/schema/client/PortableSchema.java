package io.interlude.schema.client;

import java.util.ArrayList;
import java.util.Map;
import org.apache.avro.Schema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The text of a schema without what concerns Java alone: generated classes ask for `String` by the
/// property `avro.java.string`, which would make their schemas differ from the files they come
/// from.
public final class PortableSchema {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String JAVA_STRING = "avro.java.string";

    private PortableSchema() {}

    /// The text to register, in Avro's own spelling.
    public static String text(Schema schema) {
        String text = schema.toString();
        if (!text.contains(JAVA_STRING)) {
            return text;
        }
        JsonNode tree = JSON.readTree(text);
        strip(tree);
        return new Schema.Parser().parse(tree.toString()).toString();
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(JAVA_STRING);
            for (Map.Entry<String, JsonNode> property : new ArrayList<>(object.properties())) {
                strip(property.getValue());
            }
        } else if (node.isArray()) {
            node.forEach(PortableSchema::strip);
        }
    }
}
