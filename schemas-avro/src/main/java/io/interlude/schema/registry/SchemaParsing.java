package io.interlude.schema.registry;

import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaReference;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Texts of schemas to Avro's schemas, with what they refer to.
final class SchemaParsing {
    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Pattern INSIDE =
            Pattern.compile("Exception|(java|org|com|tools)\\.[a-z]+\\.|\\[Source");

    private final RegistryState state;

    SchemaParsing(RegistryState state) {
        this.state = state;
    }

    /// The parsed schema; refuses a text that is no Avro schema, or refers to what is not there.
    Schema parse(SchemaText text) {
        requireSmall(text);
        Schema.Parser parser = new Schema.Parser();
        try {
            addReferences(text.references(), parser, new HashSet<>());
            return parser.parse(text.json());
        } catch (RegistryException refused) {
            throw refused;
        } catch (RuntimeException broken) {
            // Avro's parser throws what it likes: a name that is not defined is a
            // NullPointerException.
            throw new RegistryException(
                    RegistryError.INVALID_SCHEMA, "Invalid schema: " + told(broken), broken);
        }
    }

    /// Refuses what is too large or too deep for Avro's parser, which recurses.
    private static void requireSmall(SchemaText text) {
        if (text.json().length() > RegistryBounds.SCHEMA_CHARACTERS
                || text.references().size() > RegistryBounds.REFERENCES) {
            throw RegistryError.INVALID_SCHEMA.because(
                    "Invalid schema: it has more than %d characters or %d references"
                            .formatted(
                                    RegistryBounds.SCHEMA_CHARACTERS, RegistryBounds.REFERENCES));
        }
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < text.json().length(); i++) {
            switch (text.json().charAt(i)) {
                case '"' -> quoted = !quoted;
                case '\\' -> i += quoted ? 1 : 0;
                case '{', '[' -> depth += quoted ? 0 : 1;
                case '}', ']' -> depth -= quoted ? 0 : 1;
                default -> {}
            }
            if (depth > RegistryBounds.NESTING) {
                throw RegistryError.INVALID_SCHEMA.because(
                        "Invalid schema: it is nested more than %d levels deep"
                                .formatted(RegistryBounds.NESTING));
            }
        }
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
        try {
            return new SchemaText(JSON.readTree(text.json()).toString(), text.references());
        } catch (JacksonException broken) {
            throw new RegistryException(
                    RegistryError.INVALID_SCHEMA, "Invalid schema: not JSON", broken);
        }
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
