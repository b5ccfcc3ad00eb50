package io.interlude.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A request to the product's HTTP interface.
///
/// @param target path and query, encoded
/// @param body null for a request without one
public record ApiRequest(
        String method, String target, Map<String, String> headers, @Nullable ObjectNode body) {
    public ApiRequest {
        headers = Map.copyOf(headers);
    }

    /// Reads.
    public static ApiRequest get(String target) {
        return new ApiRequest("GET", target, Map.of(), null);
    }

    /// Makes something.
    public static ApiRequest post(String target, ObjectNode body) {
        return new ApiRequest("POST", target, Map.of(), body);
    }

    /// Replaces a resource that is still at this version.
    public static ApiRequest put(String target, ObjectNode body, long version) {
        return new ApiRequest("PUT", target, Map.of("If-Match", "\"" + version + '"'), body);
    }

    /// Archives.
    public static ApiRequest delete(String target) {
        return new ApiRequest("DELETE", target, Map.of(), null);
    }
}
