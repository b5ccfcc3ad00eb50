package io.interlude.web.session;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

/// A session, or the one that a one-time link will begin, as its cookie or link names it.
///
/// @param id random; by it the session can be ended
/// @param orgId empty for the operator, who is of none
public record Session(String id, OrgId orgId, Holder holder, Instant startedAt, Instant expiresAt) {
    private static final int ID_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    public Session {
        requireNonNull(id, "id is null");
        requireNonNull(orgId, "orgId is null");
        requireNonNull(holder, "holder is null");
    }

    /// One that starts now, under an id that nobody can guess.
    static Session start(OrgId orgId, Holder holder, InstantSource clock, Duration life) {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Session(
                Base64.getUrlEncoder().withoutPadding().encodeToString(id),
                orgId,
                holder,
                now,
                now.plus(life));
    }

    /// The signed-in user, key or operator. The session ends with it.
    public sealed interface Holder {
        /// A person, by the id of the user.
        record Person(String userId) implements Holder {}

        /// A management or read key, by the SHA-256 of its secret in lower-case hex, so that a
        /// secret that a rotation ends takes its sessions with it.
        record Key(String sha256) implements Holder {}

        /// The operator, whose sessions are those of [OperatorSessions].
        record Operator() implements Holder {}
    }
}
