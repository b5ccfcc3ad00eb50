package io.interlude.web.access;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.RingKey;
import io.interlude.catalogue.key.Role;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.session.Session;
import io.interlude.web.session.Sessions;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Finds callers by their key, else by the cookie of their session. A change by cookie needs the
/// session's CSRF token, because browsers send cookies unasked; and a person needs the role for it.
public final class SessionAuthenticator implements Authenticator {
    private static final Problem NO_SESSION =
            Problem.of(
                    Reason.INVALID_SESSION,
                    "The session is over, or its user or key is gone: sign in again.");
    private static final Problem NO_TOKEN =
            Problem.of(
                    Reason.CSRF_TOKEN,
                    "Send the csrfToken of GET /console/session as X-CSRF-Token with each change.");

    private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final KeyRingAuthenticator keys;
    private final Sessions sessions;

    public SessionAuthenticator(KeyRingAuthenticator keys, Sessions sessions) {
        this.keys = keys;
        this.sessions = sessions;
    }

    @Override
    public Caller authenticate(ServerRequest request, Set<KeyKind> allowed) {
        HttpCookie cookie = request.cookies().getFirst(Sessions.COOKIE);
        if (cookie == null
                || KeyRingAuthenticator.bringsKey(request)
                || isForPublishers(request, allowed)) {
            return keys.authenticate(request, allowed);
        }
        Session session =
                sessions.find(cookie.getValue())
                        .orElseThrow(() -> keys.stranger(request, NO_SESSION));
        RingKey holder =
                sessions.caller(session).orElseThrow(() -> keys.stranger(request, NO_SESSION));
        keys.refuseSuspended(request, holder.caller());
        if (!SAFE.contains(request.method()) && !hasToken(request, session)) {
            throw NO_TOKEN.exception();
        }
        refuseRole(request, holder.caller());
        return keys.admitted(request, holder, allowed);
    }

    @Override
    public boolean stillAdmits(ServerRequest request) {
        HttpCookie cookie = request.cookies().getFirst(Sessions.COOKIE);
        if (cookie == null || KeyRingAuthenticator.bringsKey(request)) {
            return keys.stillAdmits(request);
        }
        return sessions.find(cookie.getValue())
                .flatMap(sessions::caller)
                .filter(keys::isInService)
                .isPresent();
    }

    /// Routes that take publisher tags are called from pages of others, so they know no cookie; but
    /// a fetch may be tried from the console.
    private static boolean isForPublishers(ServerRequest request, Set<KeyKind> allowed) {
        return allowed.contains(KeyKind.TAG)
                && !(request.method().equals(HttpMethod.POST)
                        && path(request).equals("/v1/fetch/v2"));
    }

    private boolean hasToken(ServerRequest request, Session session) {
        String token = request.headers().firstHeader(Sessions.CSRF_HEADER);
        return token != null && sessions.isCsrfToken(token, session);
    }

    private static void refuseRole(ServerRequest request, Caller caller) {
        Role needed = RoleRules.needed(request.method(), path(request));
        if (!caller.actor().may(needed)) {
            throw Problem.of(
                            Reason.ROLE_NOT_ALLOWED,
                            "Your role may not do this: it needs the role "
                                    + needed.name().toLowerCase(Locale.ROOT)
                                    + ".")
                    .exception();
        }
    }

    private static String path(ServerRequest request) {
        return request.exchange().getRequest().getPath().value();
    }

    @Override
    public void charge(Caller caller, long more) {
        keys.charge(caller, more);
    }
}
