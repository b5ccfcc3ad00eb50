package io.interlude.catalogue.record;

import static java.util.Objects.requireNonNull;

/// One broken rule of a resource: where (a path such as `targeting.all[1].op`), which rule
/// (snake_case) and what to change. Part of the answers with `violations`.
public record Violation(String path, String rule, String message) {
    public Violation {
        requireNonNull(path, "path is null");
        requireNonNull(rule, "rule is null");
        requireNonNull(message, "message is null");
    }
}
