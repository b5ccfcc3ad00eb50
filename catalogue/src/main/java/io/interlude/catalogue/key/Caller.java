package io.interlude.catalogue.key;

import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import org.jspecify.annotations.Nullable;

/// The caller that an API key or a session stands for. Never holds the key itself.
///
/// @param keyId the key; of a person's session `user:` and the id of the person
/// @param actor the key or the person
/// @param mostPixelMicros most that a conversion may be worth which a pixel reports under the key,
///   in micros of whatever currency it names: everybody can read the key of a pixel
public record Caller(
        OrgId orgId,
        KeyId keyId,
        KeyKind kind,
        @Nullable ApplicationId applicationId,
        long mostPixelMicros,
        Actor actor) {
    /// A million units: above what is sold by a click in nearly every currency, and far below what
    /// would bury an org's own numbers.
    public static final long DEFAULT_MOST_PIXEL_MICROS = 1_000_000_000_000L;

    /// With the default bound for pixels.
    public Caller(OrgId orgId, KeyId keyId, KeyKind kind, @Nullable ApplicationId applicationId) {
        this(orgId, keyId, kind, applicationId, DEFAULT_MOST_PIXEL_MICROS);
    }

    /// A key.
    public Caller(
            OrgId orgId,
            KeyId keyId,
            KeyKind kind,
            @Nullable ApplicationId applicationId,
            long mostPixelMicros) {
        this(orgId, keyId, kind, applicationId, mostPixelMicros, Actor.key(keyId));
    }

    /// A person, who manages as far as the role goes.
    public static Caller person(OrgId orgId, String id, Role role) {
        Actor actor = Actor.person(id, role);
        return new Caller(
                orgId,
                new KeyId(actor.recorded()),
                KeyKind.MGMT,
                null,
                DEFAULT_MOST_PIXEL_MICROS,
                actor);
    }
}
