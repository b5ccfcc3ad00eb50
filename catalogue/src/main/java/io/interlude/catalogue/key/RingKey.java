package io.interlude.catalogue.key;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A key that may be used: whom it stands for and under which limits.
///
/// @param allowedOrigins normalised origins of a publisher tag, see [Origins]
/// @param rateLimitPerSecond requests a second, or null for the default
public record RingKey(
        Caller caller, Set<String> allowedOrigins, @Nullable Integer rateLimitPerSecond) {
    public RingKey {
        requireNonNull(caller, "caller is null");
        allowedOrigins = Set.copyOf(allowedOrigins);
    }
}
