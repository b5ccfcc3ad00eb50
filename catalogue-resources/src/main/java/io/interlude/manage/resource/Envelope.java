package io.interlude.manage.resource;

import io.interlude.schema.CatalogueRecord;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;

/// The fields that every record of a catalogue topic has, beside the content of its resource.
public final class Envelope {
    private static final Set<String> FIELDS =
            Set.of(
                    "orgId",
                    "id",
                    "version",
                    "revision",
                    "revisionSize",
                    "changedAt",
                    "changedBy",
                    "archived");

    private Envelope() {}

    /// Says of which resource and version the value is, who made it and when.
    public static void stamp(
            CatalogueRecord value, Editor editor, String id, int version, Instant now) {
        value.setOrgId(editor.orgId().value());
        value.setId(id);
        value.setVersion(version);
        value.setChangedAt(now);
        value.setChangedBy(editor.recorded());
        value.setArchived(false);
    }

    /// Fills `blank` with the fields of `value`. Their values are shared, which is safe as long as
    /// nobody changes a list in place.
    public static <V extends CatalogueRecord> V copy(V value, V blank) {
        for (Schema.Field field : value.getSchema().getFields()) {
            blank.put(field.pos(), value.get(field.pos()));
        }
        return blank;
    }

    /// Whether two values are the same but for their envelopes.
    public static <V extends CatalogueRecord> boolean haveSameContent(V one, V other) {
        return one.getSchema().getFields().stream()
                .filter(field -> !FIELDS.contains(field.name()))
                .allMatch(field -> Objects.equals(one.get(field.pos()), other.get(field.pos())));
    }
}
