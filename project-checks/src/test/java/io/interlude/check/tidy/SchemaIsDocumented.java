package io.interlude.check.tidy;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Every Avro type and every field of it has a doc: a journal outlives the people who wrote it.
record SchemaIsDocumented() implements TidyRule {

    private static final JsonMapper JSON = JsonMapper.shared();

    @Override
    public List<Finding> check(Repository repository) {
        List<Finding> findings = new ArrayList<>();
        for (TrackedFile file : repository.files()) {
            if (file.path().endsWith(".avsc") && !file.isTest()) {
                try {
                    visit(file, JSON.readTree(file.text()), findings);
                } catch (JacksonException broken) {
                    findings.add(new Finding(file.path(), 0, "is not JSON"));
                }
            }
        }
        return findings;
    }

    private static void visit(TrackedFile file, JsonNode schema, List<Finding> findings) {
        if (schema.isArray()) {
            schema.forEach(branch -> visit(file, branch, findings));
            return;
        }
        if (!schema.isObject()) {
            return;
        }
        String name = schema.path("name").asString("");
        if (!name.isEmpty()) {
            requireDoc(file, schema, name, findings);
        }
        for (JsonNode field : schema.path("fields")) {
            String fieldName = name + "." + field.path("name").asString("?");
            requireDoc(file, field, fieldName, findings);
            visit(file, field.path("type"), findings);
        }
        visit(file, schema.path("items"), findings);
        visit(file, schema.path("values"), findings);
        visit(file, schema.path("type"), findings);
    }

    private static void requireDoc(
            TrackedFile file, JsonNode node, String name, List<Finding> findings) {
        if (node.path("doc").asString("").isBlank()) {
            findings.add(new Finding(file.path(), 0, "say in a doc what " + name + " is"));
        }
    }
}
