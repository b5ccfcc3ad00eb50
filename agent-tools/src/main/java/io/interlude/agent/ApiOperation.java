package io.interlude.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.journal.json.Json;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One operation of the product's description, as a tool takes its arguments: a parameter of path,
/// query or header is an argument, and so is each field of the body.
///
/// @param method in capitals
/// @param path with variables in braces
/// @param parameters as described, with references resolved; only those that are arguments
record ApiOperation(String method, String path, List<JsonNode> parameters) {
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]([ -~]*[!-~])?");

    /// @param hidden names of parameters that are no arguments
    static ApiOperation of(JsonNode description, String operationId, Set<String> hidden) {
        for (Map.Entry<String, JsonNode> path : description.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                JsonNode operation = method.getValue();
                if (operation.path("operationId").asString("").equals(operationId)) {
                    return new ApiOperation(
                            method.getKey().toUpperCase(Locale.ROOT),
                            path.getKey(),
                            parameters(description, operation, hidden));
                }
            }
        }
        throw new IllegalArgumentException("no such operation: " + operationId);
    }

    /// What a body may hold comes in the body.
    private static List<JsonNode> parameters(
            JsonNode description, JsonNode operation, Set<String> hidden) {
        boolean hasBody = operation.has("requestBody");
        return operation
                .path("parameters")
                .valueStream()
                .map(parameter ->
                        parameter.has("$ref")
                                ? description.at(parameter.path("$ref").asString().substring(1))
                                : parameter)
                .filter(parameter -> !hidden.contains(name(parameter)))
                .filter(parameter -> !hasBody || !in(parameter).equals("query"))
                .toList();
    }

    /// The name of the argument: a header's without its hyphens, `idempotencyKey`.
    static String argument(JsonNode parameter) {
        String name = name(parameter);
        if (!in(parameter).equals("header")) {
            return name;
        }
        String joined =
                Stream.of(name.split("-"))
                        .map(word ->
                                word.substring(0, 1).toUpperCase(Locale.ROOT)
                                        + word.substring(1).toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining());
        return joined.substring(0, 1).toLowerCase(Locale.ROOT) + joined.substring(1);
    }

    /// The request that these arguments ask for.
    ///
    /// @param query further parameters, encoded; empty for none
    /// @throws io.interlude.web.refusal.ProblemException if a header cannot have the value
    ApiRequest request(ObjectNode arguments, String query) {
        ObjectNode body = arguments.deepCopy();
        String target = path;
        List<String> pairs = new ArrayList<>();
        Map<String, String> headers = new HashMap<>();
        for (JsonNode parameter : parameters) {
            JsonNode value = body.remove(argument(parameter));
            if (value == null || value.isNull()) {
                continue;
            }
            switch (in(parameter)) {
                case "path" ->
                        target =
                                target.replace(
                                        '{' + name(parameter) + '}', encoded(value.asString()));
                case "header" -> headers.put(name(parameter), headerValue(parameter, value));
                default -> addQuery(pairs, parameter, value);
            }
        }
        if (!query.isEmpty()) {
            pairs.add(query);
        }
        String all = pairs.isEmpty() ? target : target + '?' + String.join("&", pairs);
        return new ApiRequest(method, all, headers, method.equals("GET") ? null : body);
    }

    private static String headerValue(JsonNode parameter, JsonNode value) {
        String text = value.asString();
        if (!PRINTABLE.matcher(text).matches()) {
            throw Problem.ofField(
                            Reason.INVALID_REQUEST,
                            argument(parameter),
                            "Use printable characters of ASCII.")
                    .exception();
        }
        return text;
    }

    private static void addQuery(List<String> pairs, JsonNode parameter, JsonNode value) {
        String prefix = encoded(name(parameter)) + '=';
        List<String> texts =
                value.isArray()
                        ? value.valueStream().map(JsonNode::asString).toList()
                        : List.of(value.asString());
        if (parameter.path("explode").asBoolean(true)) {
            texts.forEach(text -> pairs.add(prefix + encoded(text)));
        } else {
            pairs.add(prefix + encoded(String.join(",", texts)));
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    static String name(JsonNode parameter) {
        return parameter.path("name").asString();
    }

    private static String in(JsonNode parameter) {
        return parameter.path("in").asString();
    }

    /// The schema of the arguments that are parameters, without references resolved.
    ObjectNode argumentSchema() {
        ObjectNode schema = Json.MAPPER.createObjectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (JsonNode parameter : parameters) {
            ObjectNode property = properties.putObject(argument(parameter));
            property.setAll((ObjectNode) parameter.path("schema"));
            if (parameter.has("description")) {
                property.set("description", parameter.path("description"));
            }
            if (parameter.path("required").asBoolean(false)) {
                schema.withArray("required").add(argument(parameter));
            }
        }
        return schema;
    }
}
