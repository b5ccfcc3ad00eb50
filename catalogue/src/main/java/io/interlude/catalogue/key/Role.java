package io.interlude.catalogue.key;

import io.interlude.schema.UserRole;
import java.util.Optional;

/// A person's role, which says what they may do. Each may do what those before it may.
public enum Role {
    /// Reads everything that a management key reads.
    VIEWER,
    /// Books: changes everything but what admins change, and approves nothing.
    TRAFFICKER,
    /// Approves creatives.
    APPROVER,
    /// Keys, users, settings, erasure, imports, corrections.
    ADMIN;

    /// The role of a record; empty for one that this version does not know.
    public static Optional<Role> of(UserRole role) {
        return switch (role) {
            case viewer -> Optional.of(VIEWER);
            case trafficker -> Optional.of(TRAFFICKER);
            case approver -> Optional.of(APPROVER);
            case admin -> Optional.of(ADMIN);
            case UNKNOWN -> Optional.empty();
        };
    }

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }
}
