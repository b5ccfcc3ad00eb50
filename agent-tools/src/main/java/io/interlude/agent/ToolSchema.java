package io.interlude.agent;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.interlude.catalogue.record.Violation;
import io.interlude.journal.json.Json;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The arguments that a tool takes, as JSON Schema (2020-12). A tool has no schema of its own: it
/// is made of what the product's description says of the operations behind the tool.
public final class ToolSchema {
    private static final String COMPONENTS = "#/components/schemas/";
    private static final String DEFINITIONS = "#/$defs/";
    private static final int MOST_VIOLATIONS = 20;
    private static final Pattern INDEX = Pattern.compile("/(\\d+)(?=/|$)");

    private final ObjectNode json;
    private final Schema compiled;

    private ToolSchema(ObjectNode json) {
        this.json = json;
        compiled =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(json);
    }

    /// Brings along the components of the description that the schema refers to.
    public static ToolSchema of(ObjectNode schema, JsonNode description) {
        ObjectNode whole = schema.deepCopy();
        ObjectNode definitions = Json.MAPPER.createObjectNode();
        bringAlong(whole, description.path("components").path("schemas"), definitions);
        if (!definitions.isEmpty()) {
            whole.set("$defs", definitions);
        }
        return new ToolSchema(whole);
    }

    private static void bringAlong(JsonNode node, JsonNode components, ObjectNode definitions) {
        if (node instanceof ObjectNode object
                && object.path("$ref").asString("").startsWith(COMPONENTS)) {
            String name = object.path("$ref").asString().substring(COMPONENTS.length());
            object.put("$ref", DEFINITIONS + name);
            if (!definitions.has(name)) {
                JsonNode definition = components.path(name).deepCopy();
                definitions.set(name, definition);
                bringAlong(definition, components, definitions);
            }
        }
        node.forEach(below -> bringAlong(below, components, definitions));
    }

    /// A component of the description that takes no other fields than its own.
    ///
    /// @param hidden fields that it does not take either
    static ObjectNode closed(JsonNode description, String component, List<String> hidden) {
        JsonNode described = description.path("components").path("schemas").path(component);
        ObjectNode schema = (ObjectNode) described.deepCopy();
        ObjectNode properties = schema.withObject("properties");
        hidden.forEach(properties::remove);
        if (schema.get("required") instanceof ArrayNode required) {
            schema.putArray("required")
                    .addAll(
                            required.valueStream()
                                    .filter(name -> !hidden.contains(name.asString()))
                                    .toList());
        }
        return schema.put("additionalProperties", false);
    }

    Map<String, Object> asMap() {
        return Json.MAPPER.convertValue(json, new TypeReference<>() {});
    }

    /// What is wrong with the arguments: the field at fault, and all that is wrong as violations.
    Optional<Problem> check(ObjectNode arguments) {
        List<Violation> violations =
                compiled.validate(arguments).stream()
                        .map(ToolSchema::violation)
                        .distinct()
                        .limit(MOST_VIOLATIONS)
                        .toList();
        if (violations.isEmpty()) {
            return Optional.empty();
        }
        Violation first = violations.getFirst();
        return Optional.of(
                Problem.ofField(
                                Reason.INVALID_REQUEST,
                                first.path(),
                                "The arguments do not fit the tool: " + first.message())
                        .withField("violations", violations));
    }

    private static Violation violation(Error error) {
        return switch (error.getKeyword()) {
            case "required" -> new Violation(member(error), "required", "Add this field.");
            case "additionalProperties" ->
                    new Violation(member(error), "unknown_field", "Leave out this field.");
            default -> new Violation(path(error), error.getKeyword(), error.getMessage());
        };
    }

    private static String member(Error error) {
        String owner = path(error);
        return owner.isEmpty() ? error.getProperty() : owner + '.' + error.getProperty();
    }

    /// `lineItem.dayparts[0].from` of the pointer `/lineItem/dayparts/0/from`.
    private static String path(Error error) {
        String pointer = error.getInstanceLocation().toString();
        String indexed = INDEX.matcher(pointer).replaceAll("[$1]");
        return indexed.startsWith("/") ? indexed.substring(1).replace('/', '.') : indexed;
    }
}
