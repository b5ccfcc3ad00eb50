package io.interlude.schema.registry;

import static io.interlude.schema.registry.RegistryEvent.EVERY_SUBJECT;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.registry.RegistryEvent.CompatibilityCleared;
import io.interlude.schema.registry.RegistryEvent.CompatibilitySet;
import io.interlude.schema.registry.RegistryEvent.IdTaken;
import io.interlude.schema.registry.RegistryEvent.ModeCleared;
import io.interlude.schema.registry.RegistryEvent.ModeSet;
import io.interlude.schema.registry.RegistryEvent.Nothing;
import io.interlude.schema.registry.RegistryEvent.SchemaErased;
import io.interlude.schema.registry.RegistryEvent.SchemaStored;
import io.interlude.schema.registry.RegistryEvent.SubjectDeleted;
import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaReferenceJson;
import io.interlude.schema.registry.schema.SchemaText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Events of the registry to and from the records of the topic `_schemas`, in Confluent's format.
/// The order of a key's fields is part of it: compaction compares bytes.
final class RegistryEventCodec {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String AVRO = "AVRO";

    private RegistryEventCodec() {}

    static SchemaJournalEntry encode(RegistryEvent event) {
        return switch (event) {
            case SchemaStored(RegisteredSchema schema) ->
                    entry(schemaKey(schema.subject(), schema.version()), schemaValue(schema));
            case SchemaErased(String subject, int version) ->
                    entry(schemaKey(subject, version), null);
            case SubjectDeleted(String subject, int throughVersion) ->
                    entry(
                            key("DELETE_SUBJECT", subject).put("magic", 0),
                            object().put("subject", subject).put("version", throughVersion));
            case CompatibilitySet(String subject, CompatibilityLevel level) ->
                    entry(
                            key("CONFIG", subject).put("magic", 0),
                            object().put("compatibilityLevel", level.name()));
            case CompatibilityCleared(String subject) ->
                    entry(key("CONFIG", subject).put("magic", 0), null);
            case ModeSet(String subject, RegistryMode mode) ->
                    entry(key("MODE", subject).put("magic", 0), object().put("mode", mode.name()));
            case ModeCleared(String subject) -> entry(key("MODE", subject).put("magic", 0), null);
            case IdTaken _, Nothing _ -> entry(noopKey(), null);
        };
    }

    /// Reads one record of any registry of Confluent's kind. What this one has no use for, and what
    /// is no such record at all, is [Nothing].
    static RegistryEvent decode(SchemaJournalEntry entry) {
        try {
            JsonNode key = JSON.readTree(entry.key());
            String value = entry.value();
            return decode(key, value == null ? null : JSON.readTree(value));
        } catch (JacksonException broken) {
            return new Nothing();
        }
    }

    private static RegistryEvent decode(JsonNode key, @Nullable JsonNode value) {
        String subject = key.path("subject").asString(EVERY_SUBJECT);
        return switch (key.path("keytype").asString("")) {
            case "SCHEMA" ->
                    value == null
                            ? new SchemaErased(subject, key.path("version").asInt(0))
                            : schema(value);
            case "DELETE_SUBJECT" ->
                    value == null
                            ? new Nothing()
                            : new SubjectDeleted(subject, value.path("version").asInt(0));
            case "CONFIG" -> compatibility(subject, value);
            case "MODE" -> mode(subject, value);
            default -> new Nothing();
        };
    }

    private static RegistryEvent schema(JsonNode value) {
        int id = value.path("id").asInt(0);
        int version = value.path("version").asInt(0);
        if (id < 1 || version < 1) {
            return new Nothing();
        }
        if (!value.path("schemaType").asString(AVRO).equals(AVRO)) {
            return new IdTaken(id);
        }
        SchemaText text =
                new SchemaText(
                        value.path("schema").asString(""),
                        SchemaReferenceJson.read(value.path("references")));
        return new SchemaStored(
                new RegisteredSchema(
                        value.path("subject").asString(""),
                        version,
                        id,
                        text,
                        value.path("deleted").asBoolean(false)));
    }

    private static RegistryEvent compatibility(String subject, @Nullable JsonNode value) {
        if (value == null) {
            return new CompatibilityCleared(subject);
        }
        return CompatibilityLevel.named(value.path("compatibilityLevel").asString(""))
                .<RegistryEvent>map(level -> new CompatibilitySet(subject, level))
                .orElseGet(Nothing::new);
    }

    private static RegistryEvent mode(String subject, @Nullable JsonNode value) {
        if (value == null) {
            return new ModeCleared(subject);
        }
        return RegistryMode.named(value.path("mode").asString(""))
                .<RegistryEvent>map(mode -> new ModeSet(subject, mode))
                .orElseGet(Nothing::new);
    }

    private static ObjectNode schemaKey(String subject, int version) {
        return key("SCHEMA", subject).put("version", version).put("magic", 1);
    }

    private static ObjectNode noopKey() {
        return object().put("keytype", "NOOP").put("magic", 0);
    }

    private static ObjectNode key(String type, String subject) {
        ObjectNode key = object().put("keytype", type);
        return subject.equals(EVERY_SUBJECT) ? key.putNull("subject") : key.put("subject", subject);
    }

    private static ObjectNode schemaValue(RegisteredSchema schema) {
        ObjectNode value =
                object().put("subject", schema.subject())
                        .put("version", schema.version())
                        .put("id", schema.id());
        SchemaReferenceJson.write(schema.text().references(), value);
        return value.put("schema", schema.text().json()).put("deleted", schema.deleted());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static SchemaJournalEntry entry(ObjectNode key, @Nullable ObjectNode value) {
        return new SchemaJournalEntry(key.toString(), value == null ? null : value.toString());
    }
}
