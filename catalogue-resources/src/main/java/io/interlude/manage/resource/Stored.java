package io.interlude.manage.resource;

import io.interlude.catalogue.record.CatalogueEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/// A resource as it is stored, with its kind.
public record Stored<V extends SpecificRecord>(ResourceKind<V> kind, V value) {
    public String id() {
        return Envelope.id(value);
    }

    /// This and everything that it owns, owners first.
    public List<Stored<?>> withOwned(LiveCatalogue live) {
        List<Stored<?>> all = new ArrayList<>();
        all.add(this);
        for (Stored<?> owned : kind.owned(value, live)) {
            all.addAll(owned.withOwned(live));
        }
        return all;
    }

    /// The change that archives it.
    public CatalogueEntry<V> archived(Editor editor, Instant now) {
        V copy = Envelope.copy(value, kind.blank());
        Envelope.stamp(copy, editor, id(), Envelope.version(value) + 1, now);
        Envelope.archive(copy);
        return entry(kind, editor, copy);
    }

    /// The change that stores a stamped value.
    public static <V extends SpecificRecord> CatalogueEntry<V> entry(
            ResourceKind<V> kind, Editor editor, V value) {
        String key = kind.recordKey(editor.orgId(), Envelope.id(value), Envelope.version(value));
        return new CatalogueEntry<>(kind.topic(), key, value);
    }
}
