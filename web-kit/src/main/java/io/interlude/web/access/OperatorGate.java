package io.interlude.web.access;

import io.interlude.web.limits.RemoteNetwork;
import io.interlude.web.limits.Throttle;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import org.springframework.web.reactive.function.server.ServerRequest;

/// Lets the operator in, and slows down whoever guesses the token: unlike a key, a person may have
/// chosen it. Held by each process for itself. Safe for use by many threads.
///
/// An address that has used up its wrong tokens is refused before the token is looked at, or it
/// could go on guessing. This holds for private addresses too, so behind a proxy one who guesses
/// keeps the operator waiting.
public final class OperatorGate {
    /// A request whose address is not known counts as one of this.
    private static final long NOWHERE = 0;

    private final OperatorToken token;
    private final int wrongPerSecond;
    private final RateRefusals refusals;
    private final Throttle<Long> guessers = new Throttle<>();

    /// @param wrongPerSecond wrong tokens a second from one address, for IPv6 from one /64 network;
    ///   0 is no limit
    public OperatorGate(OperatorToken token, int wrongPerSecond, MeterRegistry meters) {
        this.token = token;
        this.wrongPerSecond = wrongPerSecond;
        this.refusals = new RateRefusals("operator", meters);
    }

    /// Lets only the operator pass.
    ///
    /// @throws ProblemException `missing_api_key`, `invalid_api_key` or `rate_limited`
    public void require(ServerRequest request) {
        require(request, token::require);
    }

    /// The same for a route of the schema registry, whose clients can send the token as a password.
    ///
    /// @throws ProblemException as [#require(ServerRequest)]
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
