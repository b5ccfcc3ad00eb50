package io.interlude.web.openapi;

import io.interlude.web.refusal.Reason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes out what fragments say of each operation in short.
final class Operations {
    private static final String REFUSALS = "refusals";
    private static final String KEYS = "keys";
    private static final String OPERATOR = "operator";

    /// What any request can meet.
    private static final Set<Reason> ALWAYS =
            EnumSet.of(Reason.INVALID_REQUEST, Reason.INTERNAL_ERROR, Reason.OVERLOADED);

    private static final Set<Reason> WITH_KEY =
            EnumSet.of(
                    Reason.MISSING_API_KEY,
                    Reason.INVALID_API_KEY,
                    Reason.KEY_NOT_ALLOWED,
                    Reason.RATE_LIMITED);

    private static final Set<Reason> WITH_BODY =
            EnumSet.of(Reason.PAYLOAD_TOO_LARGE, Reason.UNSUPPORTED_MEDIA_TYPE);

    private static final Map<Integer, Map<String, Object>> STATUS_TO_HEADERS =
            Map.of(
                    401, header("WWW-Authenticate", "How to send a key."),
                    429, header("Retry-After", "Seconds until the next request is taken."),
                    503, header("Retry-After", "Seconds until it is worth another try."));

    private Operations() {}

    static void writeOut(Map<String, Object> paths) {
        paths.values()
                .forEach(path ->
                        ApiDescription.map(path)
                                .values()
                                .forEach(operation -> complete(ApiDescription.map(operation))));
    }

    private static void complete(Map<String, Object> operation) {
        List<String> keys = texts(operation.remove(KEYS));
        Set<Reason> reasons = EnumSet.copyOf(ALWAYS);
        texts(operation.remove(REFUSALS))
                .forEach(name -> reasons.add(Reason.valueOf(name.toUpperCase(Locale.ROOT))));
        if (operation.containsKey("requestBody")) {
            reasons.addAll(WITH_BODY);
        }
        if (!keys.isEmpty()) {
            reasons.addAll(WITH_KEY);
        }
        operation.put("security", security(keys));
        operation.put("x-key-kinds", keys);
        // An operation may share its answers with another, which has other refusals.
        Map<String, Object> responses =
                new LinkedHashMap<>(ApiDescription.child(operation, "responses"));
        addRefusals(responses, reasons);
        operation.put("responses", responses);
    }

    private static List<Map<String, Object>> security(List<String> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        if (keys.contains(OPERATOR)) {
            return List.of(Map.of(OPERATOR, List.of()));
        }
        return List.of(Map.of("bearer", List.of()), Map.of("query", List.of()));
    }

    private static void addRefusals(Map<String, Object> responses, Set<Reason> reasons) {
        Map<Integer, List<String>> statusToReasons = new TreeMap<>();
        reasons.forEach(reason ->
                statusToReasons
                        .computeIfAbsent(reason.status(), _ -> new ArrayList<>())
                        .add(reason.wireName()));
        statusToReasons.forEach((status, names) ->
                responses.putIfAbsent(String.valueOf(status), refusal(status, names)));
    }

    private static Map<String, Object> refusal(int status, List<String> names) {
        Map<String, Object> response = new LinkedHashMap<>();
        response.put("description", '`' + String.join("`, `", names) + '`');
        Map<String, Object> headers = STATUS_TO_HEADERS.get(status);
        if (headers != null) {
            response.put("headers", headers);
        }
        Map<String, Object> schema =
                Map.of(
                        "allOf",
                        List.of(
                                Map.of("$ref", "#/components/schemas/Problem"),
                                Map.of("properties", Map.of("reason", Map.of("enum", names)))));
        response.put("content", Map.of("application/json", Map.of("schema", schema)));
        return response;
    }

    private static Map<String, Object> header(String name, String description) {
        return Map.of(name, Map.of("description", description, "schema", Map.of("type", "string")));
    }

    private static List<String> texts(@Nullable Object list) {
        return list == null ? List.of() : ((List<?>) list).stream().map(String::valueOf).toList();
    }
}
