package io.interlude.schema.registry;

import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaReference;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Texts of schemas to Avro's schemas, with what they refer to.
final class SchemaParsing {
    /// Takes comments, as Avro's parser does.
    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(RegistryBounds.NESTING)
                                                    .build())
                                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                                    .build())
                    .build();

    private static final Pattern INSIDE =
            Pattern.compile("Exception|(java|org|com|tools)\\.[a-z]+\\.|\\[Source");

    private final RegistryState state;

    SchemaParsing(RegistryState state) {
        this.state = state;
    }

    /// The parsed schema; refuses a text that is no Avro schema, or refers to what is not there.
    Schema parse(SchemaText text) {
        JsonNode tree = tree(text);
        Schema.Parser parser = new Schema.Parser().setValidateDefaults(false);
        try {
            addReferences(text.references(), parser, new HashSet<>());
            Schema schema = parser.parse(tree.toString());
            requireFewFields(schema);
            DefaultValues.check(tree, schema);
            return schema;
        } catch (RegistryException refused) {
            throw refused;
        } catch (RuntimeException broken) {
            // Avro's parser throws what it likes: a name that is not defined is a
            // NullPointerException.
            throw new RegistryException(
                    RegistryError.INVALID_SCHEMA, "Invalid schema: " + told(broken), broken);
        }
    }

    /// The text as JSON; refuses what is too large or too deep for Avro's parser, which recurses.
    private static JsonNode tree(SchemaText text) {
        if (text.json().length() > RegistryBounds.SCHEMA_CHARACTERS
                || text.references().size() > RegistryBounds.REFERENCES) {
            throw RegistryError.INVALID_SCHEMA.because(
                    "Invalid schema: it has more than %d characters or %d references"
                            .formatted(
                                    RegistryBounds.SCHEMA_CHARACTERS, RegistryBounds.REFERENCES));
        }
        try {
            return JSON.readTree(text.json());
        } catch (JacksonException broken) {
            throw new RegistryException(
                    RegistryError.INVALID_SCHEMA,
                    "Invalid schema: not JSON, or nested more than %d levels deep"
                            .formatted(RegistryBounds.NESTING),
                    broken);
        }
    }

    /// Refuses a schema whose named types stand for too many fields: a comparison tells of each
    /// place where a type stands, and a few types that name each other can have billions.
    private static void requireFewFields(Schema schema) {
        if (fields(schema, new IdentityHashMap<>()) > RegistryBounds.FIELDS) {
            throw RegistryError.INVALID_SCHEMA.because(
                    "Invalid schema: it has more than %d fields where every named type is written out"
                            .formatted(RegistryBounds.FIELDS));
        }
    }

    /// Fields of the schema with every named type written out, but not again within itself; not
    /// exact beyond the bound.
    private static long fields(Schema schema, Map<Schema, Long> schemaToFields) {
        Long known = schemaToFields.get(schema);
        if (known != null) {
            return known;
        }
        schemaToFields.put(schema, 0L);
        long sum =
                switch (schema.getType()) {
                    case ARRAY -> fields(schema.getElementType(), schemaToFields);
                    case MAP -> fields(schema.getValueType(), schemaToFields);
                    case UNION ->
                            schema.getTypes().stream()
                                    .mapToLong(it -> fields(it, schemaToFields))
                                    .sum();
                    case RECORD ->
                            schema.getFields().stream()
                                    .mapToLong(it -> 1 + fields(it.schema(), schemaToFields))
                                    .sum();
                    default -> 0;
                };
        long bounded = Math.min(sum, RegistryBounds.FIELDS + 1L);
        schemaToFields.put(schema, bounded);
        return bounded;
    }

    /// What Avro says of the schema. Whatever else it throws speaks of its own inside, and Jackson
    /// of its settings: that stays here.
    private static String told(RuntimeException broken) {
        String message = Objects.requireNonNullElse(broken.getMessage(), "");
        boolean ofTheSchema = broken instanceof AvroRuntimeException && broken.getCause() == null;
        return ofTheSchema && !message.isEmpty() && !INSIDE.matcher(message).find()
                ? message
                : "not an Avro schema in JSON";
    }

    /// The text in the one spelling under which it is kept and compared: Avro's own. A text with
    /// references only loses its white space, because Avro would write out the named types.
    SchemaText canonical(SchemaText text) {
        Schema schema = parse(text);
        if (text.references().isEmpty()) {
            return SchemaText.of(schema.toString());
        }
        return new SchemaText(tree(text).toString(), text.references());
    }

    private void addReferences(
            List<SchemaReference> references, Schema.Parser parser, Set<SchemaReference> added) {
        for (SchemaReference reference : references) {
            if (added.add(reference)) {
                SchemaText text = referred(reference);
                addReferences(text.references(), parser, added);
                parser.parse(text.json());
            }
        }
    }

    private SchemaText referred(SchemaReference reference) {
        return state.versions(reference.subject()).stream()
                .filter(it -> it.version() == reference.version() && !it.deleted())
                .map(RegisteredSchema::text)
                .findFirst()
                .orElseThrow(() ->
                        RegistryError.INVALID_SCHEMA.because(
                                "Invalid schema: no version %d of the referenced subject %s"
                                        .formatted(reference.version(), reference.subject())));
    }
}
