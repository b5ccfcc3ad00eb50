package io.interlude.schema.registry.rest;

import io.interlude.schema.registry.SchemaRegistry;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The routes that test a schema's acceptance, without registering it.
record CompatibilityRoutes(SchemaRegistry registry) {
    private static final String VERSIONS = "compatibility/subjects/{subject}/versions";

    List<RegistryRoute> routes() {
        return List.of(
                RegistryRoute.question(VERSIONS, this::againstSubject),
                RegistryRoute.question(VERSIONS + "/{version}", this::againstVersion));
    }

    private JsonNode againstSubject(RegistryCall call) {
        return answer(call, registry.violations(call.subject(), call.schema()));
    }

    private JsonNode againstVersion(RegistryCall call) {
        return answer(call, registry.violations(call.subject(), call.version(), call.schema()));
    }

    private static JsonNode answer(RegistryCall call, List<String> violations) {
        ObjectNode answer = RegistryJson.object().put("is_compatible", violations.isEmpty());
        return call.flag("verbose")
                ? answer.set("messages", RegistryJson.strings(violations))
                : answer;
    }
}
