package io.interlude.manage.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.journal.json.Json;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.CatalogueRecord;
import io.interlude.web.answer.JsonTree;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;
import tools.jackson.databind.util.RawValue;

/// A resource as JSON. What is kept as JSON text, such as a flow, is written as it is: its tree
/// would take sixty times as much, and a list may show hundreds.
public final class ResourceJson {
    private static final String VERSION = "version";
    private static final String UPDATED_AT = "updatedAt";

    /// Of each character of a text, on its way to a client: three in UTF-8, in what has grown to
    /// twice its size.
    private static final int WRITTEN_BYTES = 6;

    private static final Set<String> OF_ALL_ANSWERS = Set.of(VERSION, UPDATED_AT, "warnings");

    private ResourceJson() {}

    /// As an answer shows it: its content, what the service knows of it, and its version.
    public static <V extends CatalogueRecord> ObjectNode answer(ResourceKind<V> kind, V value) {
        ObjectNode json = content(kind, value);
        kind.encodeDerived(value, json);
        json.put(VERSION, value.getVersion());
        json.put(UPDATED_AT, value.getChangedAt().toString());
        return json;
    }

    /// The heap that a record's JSON takes: its texts, written.
    public static long heapBytes(CatalogueRecord value) {
        return texts(value).mapToLong(text -> (long) WRITTEN_BYTES * text.length()).sum();
    }

    /// The heap that a record's [#tree] takes: its texts, some of which become trees.
    public static long treeHeapBytes(CatalogueRecord value) {
        return texts(value)
                .map(text -> text.getBytes(UTF_8))
                .mapToLong(utf8 -> utf8.length + JsonTree.of(utf8).heapBytes())
                .sum();
    }

    private static Stream<String> texts(CatalogueRecord value) {
        return IntStream.range(0, value.getSchema().getFields().size())
                .mapToObj(value::get)
                .filter(String.class::isInstance)
                .map(String.class::cast);
    }

    /// Reads the content of a resource, and notes the fields that it does not have. What an answer
    /// shows beside the content may be sent back, so that an answer can be edited and sent.
    public static <V extends CatalogueRecord> V read(
            ResourceKind<V> kind, Fields fields, Editing<V> editing) {
        V value = kind.decode(fields, editing);
        fields.know(OF_ALL_ANSWERS);
        fields.know(kind.derivedFields());
        fields.noteUnknown();
        return value;
    }

    /// Its id and content alone, as an import takes it.
    public static <V extends CatalogueRecord> ObjectNode content(ResourceKind<V> kind, V value) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put("id", value.getId());
        kind.encode(value, json);
        return json;
    }

    /// The same as a tree all through, to be read or compared.
    public static <V extends CatalogueRecord> ObjectNode tree(ResourceKind<V> kind, V value) {
        return parsed(content(kind, value));
    }

    /// Puts a field whose value is kept as JSON text.
    public static void putKept(ObjectNode json, String name, String text) {
        json.putRawValue(name, new RawValue(text));
    }

    /// The JSON with trees in place of what is kept as text.
    ///
    /// @param json is changed
    public static ObjectNode parsed(ObjectNode json) {
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            if (field.getValue() instanceof POJONode kept
                    && kept.getPojo() instanceof RawValue raw) {
                field.setValue(Json.MAPPER.readTree((String) raw.rawValue()));
            }
        }
        return json;
    }
}
