package io.interlude.web.access;

import io.interlude.web.limits.RemoteNetwork;
import io.interlude.web.limits.Throttle;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.session.OperatorSessions;
import io.interlude.web.session.Session;
import io.interlude.web.session.Sessions;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Lets the operator in, and slows down guesses of the token: unlike a key, a person may have
/// chosen it. Held by each process for itself. Safe for use by many threads.
///
/// An address that has used up its wrong tokens is refused before the token is looked at, or it
/// could go on guessing. This holds for private addresses too, so behind a proxy one who guesses
/// keeps the operator waiting.
///
/// Where there are sessions, a session's cookie does in place of the token. A change by cookie
/// needs the session's CSRF token, because browsers send cookies unasked.
public final class OperatorGate {
    /// A request whose address is not known counts as one of this.
    private static final long NOWHERE = 0;

    private static final Problem NO_SESSION =
            Problem.of(
                    Reason.INVALID_SESSION,
                    "The operator's session is over: sign in again with the token.");
    private static final Problem NO_CSRF_TOKEN =
            Problem.of(
                    Reason.CSRF_TOKEN,
                    "Send the csrfToken of GET /console/operator/session as X-CSRF-Token with each"
                            + " change.");

    private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final OperatorToken token;
    private final Optional<OperatorSessions> sessions;
    private final int wrongPerSecond;
    private final RateRefusals refusals;
    private final Throttle<Long> guessers = new Throttle<>();

    /// A gate that only the token opens.
    ///
    /// @param wrongPerSecond wrong tokens a second from one address, for IPv6 from one /64 network;
    ///   0 is no limit
    public OperatorGate(OperatorToken token, int wrongPerSecond, MeterRegistry meters) {
        this(token, Optional.empty(), wrongPerSecond, meters);
    }

    /// A gate that the token opens, and a session.
    ///
    /// @param wrongPerSecond as above
    public OperatorGate(
            OperatorToken token,
            OperatorSessions sessions,
            int wrongPerSecond,
            MeterRegistry meters) {
        this(token, Optional.of(sessions), wrongPerSecond, meters);
    }

    private OperatorGate(
            OperatorToken token,
            Optional<OperatorSessions> sessions,
            int wrongPerSecond,
            MeterRegistry meters) {
        this.token = token;
        this.sessions = sessions;
        this.wrongPerSecond = wrongPerSecond;
        this.refusals = new RateRefusals("operator", meters);
    }

    /// Lets only the operator pass, by token or session. A request that brings a token, or a key in
    /// its place, is judged by it alone.
    ///
    /// @throws ProblemException as [#requireToken], `invalid_session` or `csrf_token`
    public void require(ServerRequest request) {
        HttpCookie cookie = request.cookies().getFirst(OperatorSessions.COOKIE);
        if (sessions.isEmpty()
                || cookie == null
                || request.headers().firstHeader(HttpHeaders.AUTHORIZATION) != null) {
            requireToken(request);
            return;
        }
        OperatorSessions all = sessions.get();
        Session session = all.find(cookie.getValue()).orElseThrow(NO_SESSION::exception);
        String given = request.headers().firstHeader(Sessions.CSRF_HEADER);
        if (!SAFE.contains(request.method())
                && (given == null || !all.isCsrfToken(given, session))) {
            throw NO_CSRF_TOKEN.exception();
        }
    }

    /// Lets only the operator pass, by the token.
    ///
    /// @throws ProblemException `missing_api_key`, `invalid_api_key` or `rate_limited`
    public void requireToken(ServerRequest request) {
        require(request, token::require);
    }

    /// The same for a route of the schema registry, whose clients can send the token as a password.
    ///
    /// @throws ProblemException as [#requireToken]
    public void requireBearerOrBasic(ServerRequest request) {
        require(request, token::requireBearerOrBasic);
    }

    private void require(ServerRequest request, Consumer<ServerRequest> check) {
        if (wrongPerSecond == 0) {
            check.accept(request);
            return;
        }
        long network =
                request.remoteAddress()
                        .map(InetSocketAddress::getAddress)
                        .map(RemoteNetwork::of)
                        .orElse(NOWHERE);
        Duration wait = guessers.take(network, wrongPerSecond);
        if (wait.isPositive()) {
            throw refusals.refusal("Too many wrong operator tokens came from your address", wait);
        }
        boolean guessed = false;
        try {
            check.accept(request);
        } catch (ProblemException refused) {
            guessed = refused.problem().reason() == Reason.INVALID_API_KEY;
            throw refused;
        } finally {
            if (!guessed) {
                guessers.giveBack(network);
            }
        }
    }
}
