package io.interlude.catalogue.key;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.ApiKeyChanged;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The content of a key record: the key, its hash, and whether it may still be used.
///
/// @param former the secret before the last rotation; null where there is none
public record KeyRingEntry(String sha256, @Nullable Former former, boolean revoked, RingKey key) {
    public KeyRingEntry {
        requireNonNull(sha256, "sha256 is null");
        requireNonNull(key, "key is null");
    }

    /// A key that was never rotated.
    public KeyRingEntry(String sha256, boolean revoked, RingKey key) {
        this(sha256, null, revoked, key);
    }

    /// The hash of a secret that goes on until another has taken its place.
    public record Former(String sha256, Instant expiresAt) {}

    /// What the record says.
    ///
    /// @throws IllegalArgumentException if its kind is one that this version does not know
    public static KeyRingEntry of(ApiKeyChanged change) {
        String application = change.getApplicationId();
        Caller caller =
                new Caller(
                        new OrgId(change.getOrgId()),
                        new KeyId(change.getId()),
                        KeyKind.of(change.getKind()),
                        application == null ? null : new ApplicationId(application),
                        Objects.requireNonNullElse(
                                change.getMaxConversionMicros(), Caller.DEFAULT_MOST_PIXEL_MICROS));
        RingKey key =
                new RingKey(
                        caller,
                        change.getAllowedOrigins().stream()
                                .flatMap(origin -> Origins.of(origin).stream())
                                .collect(Collectors.toSet()),
                        change.getRateLimitPerSecond());
        return new KeyRingEntry(change.getSha256(), former(change), change.getArchived(), key);
    }

    private static @Nullable Former former(ApiKeyChanged change) {
        String sha256 = change.getPreviousSha256();
        Instant expiresAt = change.getPreviousExpiresAt();
        return sha256 == null || expiresAt == null ? null : new Former(sha256, expiresAt);
    }
}
