package io.interlude.domain.flow;

import static java.util.Objects.requireNonNull;

/// One rule that a flow breaks.
///
/// @param path where, as in `nodes[2].choices[0].target`; empty for the flow as a whole
/// @param rule which rule, in snake_case
/// @param message one sentence that says what to change
public record FlowViolation(String path, String rule, String message) {
    public FlowViolation {
        requireNonNull(path, "path is null");
        requireNonNull(rule, "rule is null");
        requireNonNull(message, "message is null");
    }
}
