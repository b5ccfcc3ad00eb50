package io.interlude.schema.registry.rest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// One method of one path.
///
/// @param pattern segments; `{name}` matches any
/// @param writes whether it may change the registry
record RegistryRoute(
        String method,
        List<String> pattern,
        boolean writes,
        Function<RegistryCall, JsonNode> handler) {

    /// A route that writes unless it is a GET.
    ///
    /// @param path segments with slashes between, such as `subjects/{subject}`
    static RegistryRoute of(String method, String path, Function<RegistryCall, JsonNode> handler) {
        List<String> pattern = path.isEmpty() ? List.of() : List.of(path.split("/", -1));
        return new RegistryRoute(method, pattern, !method.equals("GET"), handler);
    }

    /// A POST that only asks.
    static RegistryRoute question(String path, Function<RegistryCall, JsonNode> handler) {
        return new RegistryRoute("POST", of("POST", path, handler).pattern(), false, handler);
    }

    /// The variables of the path, if it is this route's.
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != pattern.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < path.size(); i++) {
            String expected = pattern.get(i);
            if (expected.startsWith("{")) {
                variables.put(expected.substring(1, expected.length() - 1), path.get(i));
            } else if (!expected.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }
}
