package io.interlude.web.session;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import java.time.Instant;

/// What a session's cookie, or a one-time link, stands for.
///
/// @param id random; by it the session can be ended
public record Session(String id, OrgId orgId, Holder holder, Instant startedAt, Instant expiresAt) {
    public Session {
        requireNonNull(id, "id is null");
        requireNonNull(orgId, "orgId is null");
        requireNonNull(holder, "holder is null");
    }

    /// Who is signed in. The session ends with it.
    public sealed interface Holder {
        /// A person, by the id of the user.
        record Person(String userId) implements Holder {}

        /// A management or read key, by the SHA-256 of its secret in lower-case hex, so that a
        /// secret that a rotation ends takes its sessions with it.
        record Key(String sha256) implements Holder {}
    }
}
