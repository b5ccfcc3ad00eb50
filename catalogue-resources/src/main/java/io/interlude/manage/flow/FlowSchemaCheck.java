package io.interlude.manage.flow;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import io.interlude.catalogue.record.Violation;
import io.interlude.domain.flow.FlowSchema;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Checks flows against the published schema, and says in plain sentences what breaks it. Safe for
/// use by many threads.
final class FlowSchemaCheck {
    private static final String ROOT = "$";

    private final Schema schema;

    FlowSchemaCheck() {
        SchemaRegistryConfig config =
                SchemaRegistryConfig.builder()
                        .formatAssertionsEnabled(true)
                        .pathType(PathType.JSON_PATH)
                        .build();
        schema =
                SchemaRegistry.withDefaultDialect(
                                SpecificationVersion.DRAFT_2020_12,
                                builder -> builder.schemaRegistryConfig(config))
                        .getSchema(FlowSchema.json(), InputFormat.JSON);
    }

    List<Violation> violations(JsonNode flow) {
        return schema.validate(flow).stream().map(FlowSchemaCheck::violation).distinct().toList();
    }

    private static Violation violation(Error error) {
        return switch (error.getKeyword()) {
            case "required" -> new Violation(memberPath(error), "required", "Add this field.");
            case "additionalProperties" ->
                    new Violation(memberPath(error), "unknown", "Leave out this field.");
            case "type" -> new Violation(path(error), "type", "Give " + type(error) + '.');
            case "enum", "const" ->
                    new Violation(path(error), "choice", "Give one of " + limit(error) + '.');
            case "pattern" -> new Violation(path(error), "pattern", pattern(error));
            case "format" -> new Violation(path(error), "format", "Give an absolute URI.");
            case "minLength" ->
                    new Violation(path(error), "length", "Give at least " + characters(error));
            case "maxLength" ->
                    new Violation(path(error), "length", "Give at most " + characters(error));
            case "minItems" ->
                    new Violation(path(error), "length", "Give at least " + limit(error) + '.');
            case "maxItems" ->
                    new Violation(path(error), "length", "Give at most " + limit(error) + '.');
            default -> new Violation(path(error), error.getKeyword(), error.getMessage());
        };
    }

    /// Without the root that every path begins with.
    private static String path(Error error) {
        String path = error.getInstanceLocation().toString();
        if (path.equals(ROOT)) {
            return "";
        }
        return path.startsWith(ROOT + '.') ? path.substring(2) : path.substring(1);
    }

    private static String memberPath(Error error) {
        String owner = path(error);
        return owner.isEmpty() ? error.getProperty() : owner + '.' + error.getProperty();
    }

    private static String limit(Error error) {
        JsonNode keyword = error.getSchemaNode();
        if (!keyword.isArray()) {
            return keyword.asString();
        }
        return String.join(", ", keyword.valueStream().map(JsonNode::asString).toList());
    }

    private static String characters(Error error) {
        String limit = limit(error);
        return limit + (limit.equals("1") ? " character." : " characters.");
    }

    private static String type(Error error) {
        String type = limit(error);
        return (type.startsWith("a") || type.startsWith("o") ? "an " : "a ") + type;
    }

    /// The three patterns are told apart by what their characters may be.
    private static String pattern(Error error) {
        String pattern = error.getSchemaNode().asString();
        if (pattern.contains("://")) {
            return "Give an absolute http or https URL.";
        }
        return pattern.startsWith("^1")
                ? "Give a version of major 1, such as 1.0."
                : "Use 1 to 32 characters that match " + pattern + '.';
    }
}
