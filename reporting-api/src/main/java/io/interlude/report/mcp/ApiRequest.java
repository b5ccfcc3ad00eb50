package io.interlude.report.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A request to the product's HTTP interface.
///
/// @param target path and query, encoded
/// @param body null for a request without one
record ApiRequest(
        String method, String target, Map<String, String> headers, @Nullable ObjectNode body) {
    ApiRequest {
        headers = Map.copyOf(headers);
    }

    static ApiRequest get(String target) {
        return new ApiRequest("GET", target, Map.of(), null);
    }

    static ApiRequest post(String target, ObjectNode body) {
        return new ApiRequest("POST", target, Map.of(), body);
    }

    static ApiRequest delete(String target) {
        return new ApiRequest("DELETE", target, Map.of(), null);
    }
}
