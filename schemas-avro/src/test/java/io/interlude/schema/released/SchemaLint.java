package io.interlude.schema.released;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/// What is wrong with a schema, or with a change of it, though Avro finds nothing: Avro resolves a
/// timestamp in seconds to one in milliseconds, and a default of 0 to one of 1.
final class SchemaLint {
    static final String UNKNOWN = "UNKNOWN";

    /// With these, in this order, every event of the journal starts.
    static final List<String> EVENT_METADATA =
            List.of(
                    "eventId",
                    "eventType",
                    "occurredAt",
                    "receivedAt",
                    "orgId",
                    "applicationId",
                    "fetchId",
                    "subscriber",
                    "test",
                    "source",
                    "keyId");

    private static final List<String> MEANING = List.of("logicalType", "precision", "scale");

    private final List<String> findings = new ArrayList<>();
    private final Set<String> visited = new HashSet<>();

    private SchemaLint() {}

    /// Violations of the house rules, within one schema.
    static List<String> violations(Schema schema) {
        SchemaLint lint = new SchemaLint();
        lint.visit(schema, "");
        return lint.findings;
    }

    /// What the event lacks of the metadata that all events start with.
    static List<String> metadataViolations(Schema event, Schema example) {
        List<String> start =
                event.getFields().stream()
                        .limit(EVENT_METADATA.size())
                        .map(Schema.Field::name)
                        .toList();
        if (!start.equals(EVENT_METADATA)) {
            return List.of(event.getName() + " does not start with the shared metadata: " + start);
        }
        return EVENT_METADATA.stream()
                .filter(name -> !sameField(event.getField(name), example.getField(name)))
                .map(name -> event.getName() + "." + name + " differs from the other events")
                .toList();
    }

    /// Changes from an older schema that silently change the meaning of what is stored.
    static List<String> changes(Schema older, Schema newer) {
        SchemaLint lint = new SchemaLint();
        lint.compare(older, newer, newer.getFullName());
        return lint.findings;
    }

    private static boolean sameField(Schema.Field one, Schema.Field other) {
        return one.schema().equals(other.schema())
                && Objects.equals(defaultOf(one), defaultOf(other));
    }

    private void visit(Schema schema, String path) {
        switch (schema.getType()) {
            case RECORD -> {
                if (visited.add(schema.getFullName())) {
                    visitRecord(schema);
                }
            }
            case ENUM -> visitEnum(schema);
            case ARRAY -> visit(schema.getElementType(), path);
            case MAP -> visit(schema.getValueType(), path);
            case UNION -> schema.getTypes().forEach(branch -> visit(branch, path));
            case FLOAT, BYTES, FIXED -> findings.add(path + " has the type " + schema.getType());
            case INT, LONG, DOUBLE, BOOLEAN, STRING, NULL -> {}
        }
    }

    private void visitRecord(Schema schema) {
        requireDoc(schema.getDoc(), schema.getName());
        for (Schema.Field field : schema.getFields()) {
            String path = schema.getName() + "." + field.name();
            requireDoc(field.doc(), path);
            requireUnit(field, path);
            visit(field.schema(), path);
        }
    }

    private void visitEnum(Schema schema) {
        if (visited.add(schema.getFullName())) {
            requireDoc(schema.getDoc(), schema.getName());
        }
        if (!UNKNOWN.equals(schema.getEnumDefault())) {
            findings.add(schema.getName() + " has no default symbol " + UNKNOWN);
        }
    }

    private void requireDoc(@Nullable String doc, String path) {
        if (doc == null || doc.isBlank()) {
            findings.add(path + " has no doc");
        }
    }

    /// Money is a long of micros, and a time has the logical type of its unit.
    private void requireUnit(Schema.Field field, String path) {
        Schema value = nonNull(field.schema());
        if (field.name().endsWith("Micros") && value.getType() != Schema.Type.LONG) {
            findings.add(path + " is money but no long");
        }
        if (field.name().matches(".*[a-z]At")
                && !"timestamp-millis".equals(value.getProp("logicalType"))) {
            findings.add(path + " is a time but no timestamp-millis");
        }
    }

    private static Schema nonNull(Schema schema) {
        return schema.isUnion() && schema.isNullable() && schema.getTypes().size() == 2
                ? schema.getTypes().stream()
                        .filter(it -> it.getType() != Schema.Type.NULL)
                        .findFirst()
                        .orElseThrow()
                : schema;
    }

    private void compare(Schema older, Schema newer, String path) {
        for (String property : MEANING) {
            if (!Objects.equals(older.getObjectProp(property), newer.getObjectProp(property))) {
                findings.add(path + " changes its " + property);
            }
        }
        if (older.getType() != newer.getType()) {
            findings.add(path + " changes its type");
            return;
        }
        switch (newer.getType()) {
            case RECORD -> {
                if (visited.add(newer.getFullName())) {
                    compareFields(older, newer);
                }
            }
            case ENUM -> compareEnums(older, newer, path);
            case ARRAY -> compare(older.getElementType(), newer.getElementType(), path);
            case MAP -> compare(older.getValueType(), newer.getValueType(), path);
            case UNION -> compareUnions(older, newer, path);
            case INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING, BYTES, FIXED, NULL -> {}
        }
    }

    private void compareFields(Schema older, Schema newer) {
        for (Schema.Field before : older.getFields()) {
            String path = newer.getName() + "." + before.name();
            Schema.Field after = newer.getField(before.name());
            if (after == null) {
                findings.add(path + " is gone");
                continue;
            }
            if (!Objects.equals(defaultOf(before), defaultOf(after))) {
                findings.add(path + " changes its default");
            }
            compare(before.schema(), after.schema(), path);
        }
    }

    private void compareEnums(Schema older, Schema newer, String path) {
        if (!Objects.equals(older.getEnumDefault(), newer.getEnumDefault())) {
            findings.add(path + " changes its default symbol");
        }
        if (!newer.getEnumSymbols().containsAll(older.getEnumSymbols())) {
            findings.add(path + " loses a symbol");
        }
    }

    private void compareUnions(Schema older, Schema newer, String path) {
        if (older.getTypes().size() != newer.getTypes().size()) {
            findings.add(path + " changes the branches of its union");
            return;
        }
        for (int i = 0; i < newer.getTypes().size(); i++) {
            compare(older.getTypes().get(i), newer.getTypes().get(i), path);
        }
    }

    /// The default, told apart from none at all.
    private static Map<String, Object> defaultOf(Schema.Field field) {
        return field.hasDefaultValue()
                ? Map.of("default", String.valueOf(field.defaultVal()))
                : Map.of();
    }
}
