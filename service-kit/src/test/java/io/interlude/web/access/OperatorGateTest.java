package io.interlude.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest.BodyBuilder;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.ServerRequest;

class OperatorGateTest {
    private static final String TOKEN = "correct-horse-battery";
    private static final String HERE = "192.0.2.1";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final OperatorGate gate = new OperatorGate(new OperatorToken(TOKEN), 1, meters);

    private Optional<Problem> refusal(@Nullable String token, String address) {
        BodyBuilder request =
                MockServerHttpRequest.post("/v1/operator/orgs")
                        .remoteAddress(new InetSocketAddress(address, 1));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        ServerRequest asked =
                ServerRequest.create(
                        MockServerWebExchange.from(request.build()),
                        ServerCodecConfigurer.create().getReaders());
        return Optional.ofNullable(
                        catchThrowableOfType(ProblemException.class, () -> gate.require(asked)))
                .map(ProblemException::problem);
    }

    @Test
    void neverLimitsTheOperatorNorWhoSendsNoToken() {
        for (int i = 0; i < 100; i++) {
            assertThat(refusal(TOKEN, HERE)).isEmpty();
            assertThat(refusal(null, HERE).map(Problem::reason)).hasValue(Reason.MISSING_API_KEY);
        }
    }

    @Test
    void makesWhoGuessesWaitWhateverComesNext() {
        assertThat(refusal("guess-1", HERE).map(Problem::reason)).hasValue(Reason.INVALID_API_KEY);

        Problem refusal = refusal("guess-2", HERE).orElseThrow();
        assertThat(refusal.reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(refusal.headers()).containsEntry("Retry-After", "1");
        assertThat(refusal(TOKEN, HERE).map(Problem::reason)).hasValue(Reason.RATE_LIMITED);
        assertThat(meters.get("http.server.rate.limited").tag("key", "operator").counter().count())
                .isEqualTo(2);
    }

    @Test
    void holdsAGuessAgainstItsOwnAddressOnlyAPrivateOneToo() {
        assertThat(refusal("guess-1", "127.0.0.1").map(Problem::reason))
                .hasValue(Reason.INVALID_API_KEY);

        assertThat(refusal(TOKEN, "127.0.0.1").map(Problem::reason)).hasValue(Reason.RATE_LIMITED);
        assertThat(refusal(TOKEN, HERE)).isEmpty();
    }

    @Test
    void limitsNobodyWhereTheRateIsZero() {
        OperatorGate open = new OperatorGate(new OperatorToken(TOKEN), 0, meters);
        ServerRequest wrong =
                ServerRequest.create(
                        MockServerWebExchange.from(
                                MockServerHttpRequest.post("/")
                                        .header("Authorization", "Bearer guess")
                                        .build()),
                        ServerCodecConfigurer.create().getReaders());
        for (int i = 0; i < 100; i++) {
            assertThat(
                            catchThrowableOfType(ProblemException.class, () -> open.require(wrong))
                                    .problem()
                                    .reason())
                    .isEqualTo(Reason.INVALID_API_KEY);
        }
    }
}
