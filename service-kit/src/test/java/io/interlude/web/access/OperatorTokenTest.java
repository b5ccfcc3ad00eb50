package io.interlude.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import org.junit.jupiter.api.Test;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest.BaseBuilder;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.ServerRequest;

class OperatorTokenTest {
    private static final String TOKEN = "correct-horse-battery";

    private final OperatorToken token = new OperatorToken(TOKEN);

    private static ServerRequest request(BaseBuilder<?> request) {
        return ServerRequest.create(
                MockServerWebExchange.from(request.build()),
                ServerCodecConfigurer.create().getReaders());
    }

    private void assertRefused(BaseBuilder<?> request, Reason reason) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> token.require(request(request)))
                .satisfies(e -> assertThat(e.problem().reason()).isEqualTo(reason));
    }

    @Test
    void letsTheOperatorPass() {
        token.require(
                request(
                        MockServerHttpRequest.post("/v1/operator/orgs")
                                .header("Authorization", "Bearer " + TOKEN)));
    }

    @Test
    void refusesEverybodyElse() {
        assertRefused(MockServerHttpRequest.get("/"), Reason.MISSING_API_KEY);
        assertRefused(MockServerHttpRequest.get("/?key=" + TOKEN), Reason.MISSING_API_KEY);
        assertRefused(
                MockServerHttpRequest.get("/").header("Authorization", "Bearer " + TOKEN + "x"),
                Reason.INVALID_API_KEY);
    }

    @Test
    void isLongEnoughAndPrintsNothing() {
        assertThatThrownBy(() -> new OperatorToken("short"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(token.toString()).doesNotContain(TOKEN);
    }
}
