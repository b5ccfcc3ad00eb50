package io.interlude.schema.registry.rest;

import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.schema.RegisteredSchema;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Subjects and their versions.
record SubjectRoutes(SchemaRegistry registry) {
    private static final String SUBJECTS = "subjects";
    private static final String SUBJECT = "subjects/{subject}";
    private static final String VERSIONS = "subjects/{subject}/versions";
    private static final String VERSION = "subjects/{subject}/versions/{version}";

    List<RegistryRoute> routes() {
        return List.of(
                RegistryRoute.of("GET", SUBJECTS, this::subjects),
                RegistryRoute.question(SUBJECT, this::lookup),
                RegistryRoute.of("DELETE", SUBJECT, this::deleteSubject),
                RegistryRoute.of("GET", VERSIONS, this::versions),
                RegistryRoute.of("POST", VERSIONS, this::register),
                RegistryRoute.of("GET", VERSION, this::version),
                RegistryRoute.of("DELETE", VERSION, this::deleteVersion),
                RegistryRoute.of("GET", VERSION + "/schema", this::versionSchema),
                RegistryRoute.of("GET", VERSION + "/referencedby", this::referencedBy));
    }

    private JsonNode subjects(RegistryCall call) {
        String prefix = call.parameter("subjectPrefix");
        List<String> subjects =
                selected(call, registry.everyVersion())
                        .map(RegisteredSchema::subject)
                        .filter(subject -> subject.startsWith(prefix))
                        .distinct()
                        .toList();
        return RegistryJson.strings(call.page(subjects));
    }

    private JsonNode lookup(RegistryCall call) {
        return RegistryJson.version(
                registry.lookup(call.subject(), call.schema(), call.flag("deleted")));
    }

    private JsonNode deleteSubject(RegistryCall call) {
        return RegistryJson.numbers(registry.deleteSubject(call.subject(), call.flag("permanent")));
    }

    private JsonNode versions(RegistryCall call) {
        boolean deletedToo = call.flag("deleted") || call.flag("deletedOnly");
        List<Integer> versions =
                selected(call, registry.versions(call.subject(), deletedToo))
                        .map(RegisteredSchema::version)
                        .toList();
        return RegistryJson.numbers(call.page(versions));
    }

    private JsonNode register(RegistryCall call) {
        int givenId = call.body().path("id").asInt(0);
        RegisteredSchema registered =
                givenId > 0
                        ? registry.importVersion(
                                call.subject(),
                                call.body().path("version").asInt(0),
                                givenId,
                                call.schema())
                        : registry.register(call.subject(), call.schema());
        return RegistryJson.object().put("id", registered.id());
    }

    private JsonNode version(RegistryCall call) {
        return RegistryJson.version(found(call));
    }

    private JsonNode versionSchema(RegistryCall call) {
        return RegistryJson.MAPPER.readTree(found(call).text().json());
    }

    private JsonNode referencedBy(RegistryCall call) {
        return RegistryJson.numbers(registry.referencesTo(found(call)));
    }

    private JsonNode deleteVersion(RegistryCall call) {
        int deleted =
                registry.deleteVersion(call.subject(), call.version(), call.flag("permanent"));
        return RegistryJson.MAPPER.getNodeFactory().numberNode(deleted);
    }

    private RegisteredSchema found(RegistryCall call) {
        return registry.version(call.subject(), call.version(), call.flag("deleted"));
    }

    private static Stream<RegisteredSchema> selected(
            RegistryCall call, List<RegisteredSchema> all) {
        if (call.flag("deletedOnly")) {
            return all.stream().filter(RegisteredSchema::deleted);
        }
        return all.stream().filter(it -> call.flag("deleted") || !it.deleted());
    }
}
