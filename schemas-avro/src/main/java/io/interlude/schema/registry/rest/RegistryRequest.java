package io.interlude.schema.registry.rest;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/// A request to the registry.
///
/// @param method in capitals
/// @param path segments below the registry's base path, decoded
/// @param query first value of each parameter
/// @param body JSON, or empty
public record RegistryRequest(
        String method, List<String> path, Map<String, String> query, String body) {
    public RegistryRequest {
        requireNonNull(method, "method is null");
        path = List.copyOf(path);
        query = Map.copyOf(query);
        requireNonNull(body, "body is null");
    }
}
