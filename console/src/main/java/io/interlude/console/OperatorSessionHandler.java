package io.interlude.console;

import io.interlude.web.access.OperatorGate;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.session.OperatorSessions;
import io.interlude.web.session.Session;
import io.interlude.web.session.Sessions;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// Signing in to the operator's page and out of it: `/console/operator/session`. The operator token
/// is exchanged for a cookie that no script can read.
public final class OperatorSessionHandler implements RouteGroup {
    private static final String PATH = "/console/operator/session";

    private static final int MAX_BODY_BYTES = 64 * 1_024;

    private final OperatorGate gate;
    private final OperatorSessions sessions;

    public OperatorSessionHandler(OperatorGate gate, OperatorSessions sessions) {
        this.gate = gate;
        this.sessions = sessions;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, PATH, this::signIn)
                .handle(HttpMethod.GET, PATH, this::show)
                .handle(HttpMethod.DELETE, PATH, this::signOut);
    }

    /// By the token alone: whatever cookie comes with it, the session is a new one.
    private Mono<ServerResponse> signIn(ServerRequest request) {
        gate.requireToken(request);
        return JsonBodies.objectOrEmpty(request, MAX_BODY_BYTES)
                .flatMap(_ -> {
                    Sessions.Begun begun = sessions.begin();
                    return Answers.json(
                            201,
                            json(begun.session()),
                            setCookie(request, begun.cookie(), OperatorSessions.LIFE));
                });
    }

    /// A browser without a session is told so, and not refused: that is how most visits begin.
    private Mono<ServerResponse> show(ServerRequest request) {
        HttpCookie cookie = request.cookies().getFirst(OperatorSessions.COOKIE);
        if (cookie == null) {
            return Answers.empty(204);
        }
        return Answers.json(200, json(session(cookie)));
    }

    private Mono<ServerResponse> signOut(ServerRequest request) {
        HttpCookie cookie = request.cookies().getFirst(OperatorSessions.COOKIE);
        if (cookie == null) {
            throw over();
        }
        Session session = session(cookie);
        gate.require(request);
        return SessionHandler.written(() -> sessions.end(session))
                .flatMap(_ -> Answers.empty(204, setCookie(request, "", Duration.ZERO)));
    }

    private Session session(HttpCookie cookie) {
        return sessions.find(cookie.getValue()).orElseThrow(OperatorSessionHandler::over);
    }

    private static RuntimeException over() {
        return Problem.of(Reason.INVALID_SESSION, "There is no session: sign in.").exception();
    }

    private Shown json(Session session) {
        return new Shown(session.expiresAt().toString(), sessions.csrfToken(session));
    }

    private record Shown(String expiresAt, String csrfToken) {}

    private static Map<String, String> setCookie(
            ServerRequest request, String value, Duration life) {
        return Map.of(
                HttpHeaders.SET_COOKIE,
                SessionCookies.cookie(request, OperatorSessions.COOKIE, value, life).toString());
    }
}
