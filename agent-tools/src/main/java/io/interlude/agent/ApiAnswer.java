package io.interlude.agent;

import io.interlude.journal.json.Json;
import io.interlude.web.refusal.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// An answer of the HTTP interface.
///
/// @param body an object without fields where the answer had no body
public record ApiAnswer(int status, ObjectNode body) {
    private static final int FIRST_REFUSAL = 400;

    /// An answer that is no refusal.
    public static ApiAnswer ok(ObjectNode body) {
        return new ApiAnswer(200, body);
    }

    /// The form that a refusal has everywhere.
    public static ApiAnswer of(Problem problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("reason", problem.reason().wireName());
        body.put("description", problem.description());
        body.putAll(problem.fields());
        return new ApiAnswer(problem.reason().status(), Json.MAPPER.valueToTree(body));
    }

    /// Whether the request was refused.
    public boolean isRefusal() {
        return status >= FIRST_REFUSAL;
    }
}
