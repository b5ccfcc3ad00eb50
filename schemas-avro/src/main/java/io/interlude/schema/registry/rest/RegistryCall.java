package io.interlude.schema.registry.rest;

import io.interlude.schema.registry.RegistryError;
import io.interlude.schema.registry.VersionSpec;
import io.interlude.schema.registry.schema.SchemaReferenceJson;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A request that has found its route.
///
/// @param variables values of the path's variables
record RegistryCall(RegistryRequest request, Map<String, String> variables) {
    private static final JsonMapper JSON = JsonMapper.shared();

    String subject() {
        return variable("subject");
    }

    VersionSpec version() {
        return VersionSpec.parse(variable("version"));
    }

    int id() {
        try {
            return Integer.parseInt(variable("id"));
        } catch (NumberFormatException noNumber) {
            throw RegistryError.NO_SUCH_RESOURCE.because("HTTP 404 Not Found");
        }
    }

    /// True when the query has this parameter as `true`.
    boolean flag(String name) {
        return Boolean.parseBoolean(request.query().get(name));
    }

    String parameter(String name) {
        return request.query().getOrDefault(name, "");
    }

    /// The part of a list that `offset` and `limit` ask for.
    <T> List<T> page(List<T> all) {
        int from = Math.min(number("offset", 0), all.size());
        int limit = number("limit", Integer.MAX_VALUE);
        int to = (int) Math.min(all.size(), (long) from + limit);
        return all.subList(from, to);
    }

    /// The schema in the body.
    SchemaText schema() {
        JsonNode body = body();
        String type = body.path("schemaType").asString("AVRO");
        if (!type.equals("AVRO")) {
            throw RegistryError.INVALID_SCHEMA.because("Invalid schema type " + type);
        }
        String text = body.path("schema").asString("");
        if (text.isEmpty()) {
            throw RegistryError.INVALID_SCHEMA.because("Invalid schema: the body has none");
        }
        return new SchemaText(text, SchemaReferenceJson.read(body.path("references")));
    }

    /// The body, which must be an object.
    JsonNode body() {
        try {
            JsonNode body = JSON.readTree(request.body());
            if (body.isObject()) {
                return body;
            }
        } catch (JacksonException broken) {
            throw RegistryError.BAD_REQUEST.because("The body is not JSON");
        }
        throw RegistryError.BAD_REQUEST.because("The body is not a JSON object");
    }

    private String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    /// A parameter from 0; Confluent's own default -1 stands for none.
    private int number(String name, int fallback) {
        try {
            int value = Integer.parseInt(parameter(name));
            return value < 0 ? fallback : value;
        } catch (NumberFormatException absent) {
            return fallback;
        }
    }
}
