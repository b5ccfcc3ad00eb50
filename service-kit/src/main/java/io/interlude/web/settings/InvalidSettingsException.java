package io.interlude.web.settings;

import java.util.List;

/// Settings that the process must not start with. Names every violation at once.
public final class InvalidSettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> violations;

    public InvalidSettingsException(List<String> violations) {
        super(String.join("; ", violations));
        this.violations = List.copyOf(violations);
    }

    /// One sentence for each setting at fault; never a secret.
    public List<String> violations() {
        return violations;
    }

    public static void throwIfAny(List<String> violations) {
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }
}
