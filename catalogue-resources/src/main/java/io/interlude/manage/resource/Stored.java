package io.interlude.manage.resource;

import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.schema.CatalogueRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A resource as it is stored, with its kind.
public record Stored<V extends CatalogueRecord>(ResourceKind<V> kind, V value) {
    public String id() {
        return value.getId();
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
        Envelope.stamp(copy, editor, id(), value.getVersion() + 1, now);
        copy.setArchived(true);
        return entry(kind, editor, copy);
    }

    /// The change that stores a stamped value.
    public static <V extends CatalogueRecord> CatalogueEntry<V> entry(
            ResourceKind<V> kind, Editor editor, V value) {
        String key = kind.recordKey(editor.orgId(), value.getId(), value.getVersion());
        return new CatalogueEntry<>(kind.topic(), key, value);
    }
}
