package io.interlude.catalogue.history;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/// Changes of an org's resources that are laid over catalogues of the past, field by field: what an
/// edit leaves alone stays as it was then.
public record CatalogueEdits(List<Edit> edits) {
    public static final CatalogueEdits NONE = new CatalogueEdits(List.of());

    public CatalogueEdits {
        edits = List.copyOf(edits);
    }

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /// The record as the edits make it.
    public CatalogueRecord applied(Topic<?> topic, CatalogueRecord value) {
        return edits.stream()
                .filter(edit -> edit.isOf(topic, value.getId()))
                .findFirst()
                .map(edit -> edit.applied(value))
                .orElse(value);
    }

    /// A change of one resource.
    ///
    /// @param live the resource as it is
    /// @param edited the same with the change, in full; the same as `live` for a resource that is
    ///   only to be there. Where there was no such resource yet, this one is
    public record Edit(Topic<?> topic, CatalogueRecord live, CatalogueRecord edited) {
        public Edit {
            requireNonNull(topic, "topic is null");
            requireNonNull(live, "live is null");
            requireNonNull(edited, "edited is null");
        }

        String id() {
            return edited.getId();
        }

        boolean isOf(Topic<?> other, String id) {
            return topic.equals(other) && id().equals(id);
        }

        private CatalogueRecord applied(CatalogueRecord value) {
            CatalogueRecord copy =
                    (CatalogueRecord) SpecificData.get().newRecord(null, value.getSchema());
            for (Schema.Field field : value.getSchema().getFields()) {
                int place = field.pos();
                boolean kept = Objects.equals(live.get(place), edited.get(place));
                copy.put(place, kept ? value.get(place) : edited.get(place));
            }
            return copy;
        }
    }
}
