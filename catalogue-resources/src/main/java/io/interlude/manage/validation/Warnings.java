package io.interlude.manage.validation;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Fields of a request that its resource does not have and that were ignored.
///
/// @param listed the first of them, in the order of the body
/// @param omitted number of those not listed
public record Warnings(List<Warning> listed, int omitted) {
    public static final Warnings NONE = new Warnings(List.of(), 0);

    public Warnings {
        listed = List.copyOf(listed);
    }

    /// One ignored field: its path, as in violations, and a sentence.
    public record Warning(String path, String message) {}

    /// Adds `warnings` to an answer, if there are any.
    public void addTo(ObjectNode json) {
        if (listed.isEmpty()) {
            return;
        }
        ArrayNode array = json.putArray("warnings");
        listed.forEach(warning ->
                array.addObject().put("path", warning.path()).put("message", warning.message()));
        if (omitted > 0) {
            json.put("warningsOmitted", omitted);
        }
    }
}
