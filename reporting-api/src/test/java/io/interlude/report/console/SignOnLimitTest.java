package io.interlude.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.console.signon.OidcSettings;
import io.interlude.console.signon.SignOnHandler;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.web.access.RateLimits;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpCookie;
import org.springframework.mock.web.reactive.function.server.MockServerRequest;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

class SignOnLimitTest {
    private static final int PER_SECOND = 5;

    private final SignOnHandler handler =
            new SignOnHandler(
                    new OidcSettings(URI.create("http://127.0.0.1:9"), "interlude", null),
                    new FixedKeys().sessions(),
                    new NamedCatalogue(),
                    new RateLimits(
                            new RateLimits.Defaults(0, 0, 0, 0, PER_SECOND),
                            new SimpleMeterRegistry()));

    private HandlerFunction<ServerResponse> callback() {
        Map<String, HandlerFunction<ServerResponse>> pathToHandler = new HashMap<>();
        RouteTable[] table = new RouteTable[1];
        table[0] =
                (_, path, handles, _) -> {
                    pathToHandler.put(path, handles);
                    return table[0];
                };
        handler.register(table[0]);
        return pathToHandler.getOrDefault(
                "/console/oidc/callback",
                _ -> {
                    throw new AssertionError("there is no such route");
                });
    }

    /// A browser that comes back with a cookie that anybody can write, and any code.
    private static boolean isRefused(HandlerFunction<ServerResponse> callback, String address) {
        MockServerRequest request =
                MockServerRequest.builder()
                        .cookie(new HttpCookie("interlude_sign_on", "YQ.Yg.Yw."))
                        .queryParam("code", "made-up")
                        .queryParam("state", "a")
                        .header("Host", "127.0.0.1")
                        .remoteAddress(new InetSocketAddress(address, 40_000))
                        .build();
        try {
            callback.handle(request);
            return false;
        } catch (ProblemException refused) {
            assertThat(refused.problem().reason()).isEqualTo(Reason.RATE_LIMITED);
            return true;
        }
    }

    @Test
    void oneAddressMakesUsAskTheProviderOnlySoOftenASecond() {
        HandlerFunction<ServerResponse> callback = callback();
        int refused = 0;
        for (int i = 0; i < 100 * PER_SECOND; i++) {
            refused += isRefused(callback, "192.0.2.1") ? 1 : 0;
        }

        assertThat(refused).isPositive();
        assertThat(isRefused(callback, "192.0.2.2")).isFalse();
    }
}
