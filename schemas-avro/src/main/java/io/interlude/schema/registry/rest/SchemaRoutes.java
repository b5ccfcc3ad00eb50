package io.interlude.schema.registry.rest;

import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaReferenceJson;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Schemas by id, whatever their subject.
record SchemaRoutes(SchemaRegistry registry) {
    private static final String BY_ID = "schemas/ids/{id}";

    List<RegistryRoute> routes() {
        return List.of(
                RegistryRoute.of("GET", "schemas", this::schemas),
                RegistryRoute.of(
                        "GET", "schemas/types", _ -> RegistryJson.strings(List.of("AVRO"))),
                RegistryRoute.of("GET", BY_ID, this::byId),
                RegistryRoute.of("GET", BY_ID + "/schema", this::schema),
                RegistryRoute.of("GET", BY_ID + "/subjects", this::subjects),
                RegistryRoute.of("GET", BY_ID + "/versions", this::versions));
    }

    private JsonNode schemas(RegistryCall call) {
        String prefix = call.parameter("subjectPrefix");
        List<RegisteredSchema> found =
                registry.everyVersion().stream()
                        .filter(it -> it.subject().startsWith(prefix))
                        .filter(it -> call.flag("deleted") || !it.deleted())
                        .toList();
        ArrayNode array = RegistryJson.MAPPER.createArrayNode();
        call.page(call.flag("latestOnly") ? newest(found) : found)
                .forEach(it -> array.add(RegistryJson.version(it)));
        return array;
    }

    private JsonNode byId(RegistryCall call) {
        SchemaText text = registry.text(call.id());
        ObjectNode answer = RegistryJson.object().put("schema", text.json());
        SchemaReferenceJson.write(text.references(), answer);
        return call.flag("fetchMaxId") ? answer.put("maxId", registry.highestId()) : answer;
    }

    private JsonNode schema(RegistryCall call) {
        return RegistryJson.MAPPER.readTree(registry.text(call.id()).json());
    }

    private JsonNode subjects(RegistryCall call) {
        return RegistryJson.strings(uses(call).map(RegisteredSchema::subject).distinct().toList());
    }

    private JsonNode versions(RegistryCall call) {
        ArrayNode array = RegistryJson.MAPPER.createArrayNode();
        uses(call)
                .forEach(it ->
                        array.addObject()
                                .put("subject", it.subject())
                                .put("version", it.version()));
        return array;
    }

    private Stream<RegisteredSchema> uses(RegistryCall call) {
        SchemaText text = registry.text(call.id());
        return registry.everyVersion().stream()
                .filter(it -> it.id() == call.id() && it.text().equals(text))
                .filter(it -> call.flag("deleted") || !it.deleted());
    }

    private static List<RegisteredSchema> newest(List<RegisteredSchema> byVersion) {
        Map<String, RegisteredSchema> subjectToNewest = new LinkedHashMap<>();
        byVersion.forEach(it -> subjectToNewest.put(it.subject(), it));
        return List.copyOf(subjectToNewest.values());
    }
}
