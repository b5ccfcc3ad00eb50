package io.interlude.manage.catalogue;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import io.interlude.manage.resource.JsonDifference;
import io.interlude.manage.validation.Warnings;
import java.util.List;
import java.util.Locale;

/// The changes that an import makes.
///
/// @param changes one for each resource that differs, in the order of the import, archived ones
///   last
/// @param unchanged number of resources that stay as they are
/// @param warnings fields of the import that were ignored
public record CatalogueDifference(List<Change> changes, int unchanged, Warnings warnings) {
    public CatalogueDifference {
        changes = List.copyOf(changes);
    }

    /// A change of one resource.
    ///
    /// @param values every value that differs, in an update
    @JsonPropertyOrder({"section", "id", "change", "fields", "changes"})
    public record Change(
            String section,
            String id,
            @JsonProperty("change") Kind kind,
            @JsonProperty("changes") @JsonInclude(JsonInclude.Include.NON_EMPTY)
                    List<JsonDifference.Change> values) {
        public Change {
            values = List.copyOf(values);
        }

        /// Names of the fields that differ.
        @JsonProperty
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> fields() {
            return values.stream()
                    .map(value -> value.path().replaceFirst("[.\\[].*", ""))
                    .distinct()
                    .toList();
        }
    }

    /// Kinds of change.
    public enum Kind {
        CREATED,
        UPDATED,
        ARCHIVED;

        @JsonValue
        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    long count(Kind kind) {
        return changes.stream().filter(change -> change.kind() == kind).count();
    }
}
