package io.interlude.manage.catalogue;

import java.util.List;
import java.util.Locale;

/// What an import changes.
///
/// @param changes one for each resource that differs, in the order of the import, archived ones
///   last
/// @param unchanged number of resources that stay as they are
public record CatalogueDifference(List<Change> changes, int unchanged) {
    public CatalogueDifference {
        changes = List.copyOf(changes);
    }

    /// How one resource changes.
    ///
    /// @param fields names of the fields that differ, in an update
    public record Change(String section, String id, Kind kind, List<String> fields) {
        public Change {
            fields = List.copyOf(fields);
        }
    }

    /// Kinds of change.
    public enum Kind {
        CREATED,
        UPDATED,
        ARCHIVED;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    long count(Kind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }
}
