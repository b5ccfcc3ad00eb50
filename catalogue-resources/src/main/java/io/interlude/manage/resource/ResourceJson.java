package io.interlude.manage.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.journal.json.Json;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.CatalogueRecord;
import io.interlude.web.answer.JsonTree;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// A resource as JSON.
public final class ResourceJson {
    private static final String VERSION = "version";
    private static final String UPDATED_AT = "updatedAt";
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

    /// The heap that a record's JSON takes: its texts, some of which become trees.
    public static long heapBytes(CatalogueRecord value) {
        long bytes = 0;
        for (int field = 0; field < value.getSchema().getFields().size(); field++) {
            if (value.get(field) instanceof String text) {
                byte[] utf8 = text.getBytes(UTF_8);
                bytes += utf8.length + JsonTree.of(utf8).heapBytes();
            }
        }
        return bytes;
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
}
