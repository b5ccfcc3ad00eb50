package io.interlude.catalogue.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A filter of an org's changes. Null keeps all.
///
/// @param from earliest time of a change
/// @param to time before which it was made
/// @param keyId id of the key that made it
public record ChangeFilter(@Nullable Instant from, @Nullable Instant to, @Nullable String keyId) {
    /// All changes.
    public static final ChangeFilter ALL = new ChangeFilter(null, null, null);

    /// Whether a change passes.
    ///
    /// @param changedBy id of the key that made it; null for the operator or the service itself
    public boolean passes(long changedAtMillis, @Nullable String changedBy) {
        return (from == null || changedAtMillis >= from.toEpochMilli())
                && (to == null || changedAtMillis < to.toEpochMilli())
                && (keyId == null || keyId.equals(changedBy));
    }
}
