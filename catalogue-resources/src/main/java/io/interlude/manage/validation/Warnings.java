package io.interlude.manage.validation;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.interlude.journal.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Fields of a request that its resource does not have and that were ignored.
///
/// @param listed the first of them, in the order of the body
/// @param omitted number of those not listed
public record Warnings(
        @JsonProperty("warnings") @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Warning> listed,
        @JsonProperty("warningsOmitted") @JsonInclude(JsonInclude.Include.NON_DEFAULT)
                int omitted) {
    public static final Warnings NONE = new Warnings(List.of(), 0);

    public Warnings {
        listed = List.copyOf(listed);
    }

    /// One ignored field: its path, as in violations, and a sentence.
    public record Warning(String path, String message) {}

    /// Adds `warnings` to an answer, if there are any.
    public void addTo(ObjectNode json) {
        json.setAll(Json.MAPPER.<ObjectNode>valueToTree(this));
    }
}
