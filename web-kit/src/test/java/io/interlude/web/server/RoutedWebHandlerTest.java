package io.interlude.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteTable;
import io.interlude.web.route.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

class RoutedWebHandlerTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final RoutedWebHandler handler =
            new RoutedWebHandler(
                    Routes.of(List.of(RoutedWebHandlerTest::register)),
                    new HttpMetrics(new SimpleMeterRegistry()),
                    new Admission(Map.of(), meters),
                    KnownHosts.ANY,
                    new SecurityHeaders(false),
                    HandlerStrategies.withDefaults());

    private static void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/answers", _ -> Answers.json(200, Map.of()))
                .handle(HttpMethod.GET, "/refuses", _ -> Mono.error(refusal()))
                .handle(HttpMethod.GET, "/overflows", request -> overflow(Place.of(request)))
                .handle(
                        HttpMethod.GET,
                        "/overflows-later",
                        request -> Mono.defer(() -> overflow(Place.of(request))))
                .handle(
                        HttpMethod.GET,
                        "/lacks",
                        _ -> {
                            throw new NoClassDefFoundError("no.such.Type");
                        });
    }

    private static Mono<ServerResponse> overflow(Place place) {
        place.belongsTo(Owner.org("org"));
        place.take(1_000);
        throw new StackOverflowError();
    }

    private static ProblemException refusal() {
        return new ProblemException(Problem.of(Reason.INVALID_REQUEST, "Not like this."));
    }

    private void get(String path, String failureOfWriting) {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get(path).header("Host", "x"));
        exchange.getResponse()
                .setWriteHandler(_ -> Mono.error(new IllegalStateException(failureOfWriting)));
        handler.handle(exchange).block(DEADLINE);
    }

    /// Reactor would throw it to whoever subscribes, so that nobody learnt that the request is
    /// over.
    @ParameterizedTest
    @ValueSource(strings = {"/overflows", "/overflows-later", "/lacks"})
    void anErrorOfTheJvmIsAnsweredAndGivesBackWhatTheRequestHeld(String path) {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get(path).header("Host", "x"));

        handler.handle(exchange).block(DEADLINE);

        assertThat(exchange.getResponse().getStatusCode())
                .isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR);
        assertThat(meters.get("http.server.memory").gauge().value()).isZero();
        assertThat(meters.get("http.server.requests.in.flight").gauges())
                .allSatisfy(gauge -> assertThat(gauge.value()).isZero());
    }

    /// The server has refused the body meanwhile, so there is nothing left to say.
    @ParameterizedTest
    @ValueSource(strings = {"/answers", "/refuses", "/nowhere"})
    void endsWithoutAnErrorWhereTheServerAnsweredFirst(String path) {
        get(path, "Status and headers already sent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/answers", "/refuses", "/nowhere"})
    void failsWithAnyOtherErrorOfWriting(String path) {
        assertThatThrownBy(() -> get(path, "no more room")).hasMessage("no more room");
    }
}
