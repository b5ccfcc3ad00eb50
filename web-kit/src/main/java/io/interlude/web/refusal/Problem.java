package io.interlude.web.refusal;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;

/// A refusal: its reason, one sentence that says what to change, further JSON fields and headers.
public record Problem(
        Reason reason,
        String description,
        Map<String, Object> fields,
        Map<String, String> headers) {
    public Problem {
        requireNonNull(reason, "reason is null");
        requireNonNull(description, "description is null");
        fields = Map.copyOf(fields);
        headers = Map.copyOf(headers);
    }

    public static Problem of(Reason reason, String description) {
        return new Problem(reason, description, Map.of(), Map.of());
    }

    /// A refusal that names the request field at fault.
    public static Problem ofField(Reason reason, String field, String description) {
        return new Problem(reason, description, Map.of("field", field), Map.of());
    }

    public Problem withField(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new Problem(reason, description, more, headers);
    }

    public Problem withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(reason, description, fields, more);
    }

    public ProblemException exception() {
        return new ProblemException(this);
    }
}
