package io.interlude.kit.keys;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.ApiKeyChanged;
import java.util.stream.Collectors;

/// What a key record says: the key, its hash, and whether it may still be used.
public record KeyRingEntry(String sha256, boolean revoked, RingKey key) {
    public KeyRingEntry {
        requireNonNull(sha256, "sha256 is null");
        requireNonNull(key, "key is null");
    }

    /// What the record says.
    ///
    /// @throws IllegalArgumentException if its kind is one that this version does not know
    public static KeyRingEntry of(ApiKeyChanged change) {
        String application = change.getApplicationId();
        Caller caller =
                new Caller(
                        new OrgId(change.getOrgId()),
                        new KeyId(change.getId()),
                        kind(change),
                        application == null ? null : new ApplicationId(application));
        RingKey key =
                new RingKey(
                        caller,
                        change.getAllowedOrigins().stream()
                                .flatMap(origin -> Origins.of(origin).stream())
                                .collect(Collectors.toSet()),
                        change.getRateLimitPerSecond());
        return new KeyRingEntry(change.getSha256(), change.getArchived(), key);
    }

    private static KeyKind kind(ApiKeyChanged change) {
        return switch (change.getKind()) {
            case fetch -> KeyKind.FETCH;
            case tag -> KeyKind.TAG;
            case mgmt -> KeyKind.MGMT;
            case read -> KeyKind.READ;
            case UNKNOWN -> throw new IllegalArgumentException("kind of key is unknown");
        };
    }
}
