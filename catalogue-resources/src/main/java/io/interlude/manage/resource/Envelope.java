package io.interlude.manage.resource;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// The fields with which every record of a catalogue topic begins. They are addressed by name,
/// because the generated classes share no type that has them.
public final class Envelope {
    private static final String ORG_ID = "orgId";
    private static final String ID = "id";
    private static final String VERSION = "version";
    private static final String REVISION = "revision";
    private static final String REVISION_SIZE = "revisionSize";
    private static final String CHANGED_AT = "changedAt";
    private static final String CHANGED_BY = "changedBy";
    private static final String ARCHIVED = "archived";
    private static final Set<String> FIELDS =
            Set.of(ORG_ID, ID, VERSION, REVISION, REVISION_SIZE, CHANGED_AT, CHANGED_BY, ARCHIVED);

    private Envelope() {}

    public static String id(SpecificRecord value) {
        return (String) get(value, ID);
    }

    /// Version of the resource, from 1.
    public static int version(SpecificRecord value) {
        return (int) get(value, VERSION);
    }

    public static Instant changedAt(SpecificRecord value) {
        return (Instant) get(value, CHANGED_AT);
    }

    public static boolean isArchived(SpecificRecord value) {
        return (boolean) get(value, ARCHIVED);
    }

    /// Revision of the org's catalogue that the change belongs to, from 1.
    public static long revision(SpecificRecord value) {
        return (long) get(value, REVISION);
    }

    /// The key or person that made the change, see [io.interlude.catalogue.key.Actor]; null for the
    /// operator or the service itself.
    public static @Nullable String changedBy(SpecificRecord value) {
        return (String) value.get(position(value, CHANGED_BY));
    }

    /// Says of which resource and version the value is, who made it and when.
    public static void stamp(
            SpecificRecord value, Editor editor, String id, int version, Instant now) {
        put(value, ORG_ID, editor.orgId().value());
        put(value, ID, id);
        put(value, VERSION, version);
        put(value, CHANGED_AT, now);
        value.put(position(value, CHANGED_BY), editor.recorded());
        put(value, ARCHIVED, false);
    }

    public static void archive(SpecificRecord value) {
        put(value, ARCHIVED, true);
    }

    /// Fills `blank` with the fields of `value`. Their values are shared, which is safe as long as
    /// nobody changes a list in place.
    public static <V extends SpecificRecord> V copy(V value, V blank) {
        for (Schema.Field field : value.getSchema().getFields()) {
            blank.put(field.pos(), value.get(field.pos()));
        }
        return blank;
    }

    /// Whether two values are the same but for their envelopes.
    public static <V extends SpecificRecord> boolean haveSameContent(V one, V other) {
        return one.getSchema().getFields().stream()
                .filter(field -> !FIELDS.contains(field.name()))
                .allMatch(field -> Objects.equals(one.get(field.pos()), other.get(field.pos())));
    }

    private static Object get(SpecificRecord value, String field) {
        return requireNonNull(value.get(position(value, field)), field);
    }

    private static void put(SpecificRecord value, String field, Object content) {
        value.put(position(value, field), content);
    }

    private static int position(SpecificRecord value, String field) {
        return value.getSchema().getField(field).pos();
    }
}
