package io.interlude.web.session;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.web.session.Session.Holder;
import io.interlude.web.session.Sessions.Begun;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Begins, finds and ends the operator's sessions, as [Sessions] does those of orgs. The token goes
/// into the keys that sign them, so another token ends all of them; a cookie tells nothing of it.
public final class OperatorSessions {
    /// Name of the cookie.
    public static final String COOKIE = "interlude_operator";

    /// Shorter than that of [Sessions]: it opens all orgs.
    public static final Duration LIFE = Duration.ofHours(1);

    private static final OrgId NO_ORG = new OrgId("");

    private final EndedSessions ended;
    private final InstantSource clock;
    private final SessionTokens cookies;
    private final SessionTokens csrf;

    /// @param tokenSha256 of the operator's token
    public OperatorSessions(
            String tokenSha256, EndedSessions ended, SigningKeys signingKeys, InstantSource clock) {
        this.ended = ended;
        this.clock = clock;
        cookies = new SessionTokens(signingKeys, "interlude operator session " + tokenSha256);
        csrf = new SessionTokens(signingKeys, "interlude operator csrf " + tokenSha256);
    }

    public Begun begin() {
        Session session = Session.start(NO_ORG, new Holder.Operator(), clock, LIFE);
        return new Begun(session, cookies.seal(session), csrf.companion(session));
    }

    /// The session of a cookie, unless it is over.
    public Optional<Session> find(String cookie) {
        return cookies.open(cookie, clock.instant()).filter(found -> !ended.contains(found));
    }

    public String csrfToken(Session session) {
        return csrf.companion(session);
    }

    public boolean isCsrfToken(String token, Session session) {
        return csrf.isCompanion(token, session);
    }

    /// Ends a session, everywhere once it completes.
    public CompletableFuture<Boolean> end(Session session) {
        return ended.end(session);
    }
}
