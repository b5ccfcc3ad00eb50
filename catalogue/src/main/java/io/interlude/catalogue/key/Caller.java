package io.interlude.catalogue.key;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import org.jspecify.annotations.Nullable;

/// Whom an API key stands for. Never holds the key itself.
///
/// @param mostPixelMicros most that a conversion may be worth which a pixel reports under the key,
///   in micros of whatever currency it names: everybody can read the key of a pixel
public record Caller(
        OrgId orgId,
        KeyId keyId,
        KeyKind kind,
        @Nullable ApplicationId applicationId,
        long mostPixelMicros) {
    /// A million units: above what is sold by a click in nearly every currency, and far below what
    /// would bury an org's own numbers.
    public static final long DEFAULT_MOST_PIXEL_MICROS = 1_000_000_000_000L;

    /// With the default bound for pixels.
    public Caller(OrgId orgId, KeyId keyId, KeyKind kind, @Nullable ApplicationId applicationId) {
        this(orgId, keyId, kind, applicationId, DEFAULT_MOST_PIXEL_MICROS);
    }
}
