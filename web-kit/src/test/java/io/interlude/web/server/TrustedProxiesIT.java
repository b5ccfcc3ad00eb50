package io.interlude.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteGroup;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// Who asks, as a handler sees it, on a server that is behind this process or is not.
class TrustedProxiesIT {
    private static final String CLIENT = "203.0.113.7";

    @Test
    void believesATrustedProxy() throws Exception {
        assertThat(askedBy("127.0.0.1", "198.51.100.1, " + CLIENT)).isEqualTo(CLIENT);
    }

    @Test
    void takesEachRequestOfAConnectionForItself() throws Exception {
        assertThat(askedBy("127.0.0.1", CLIENT, "198.51.100.1")).isEqualTo("198.51.100.1");
    }

    @Test
    void believesNobodyElse() throws Exception {
        assertThat(askedBy("10.0.0.0/8", CLIENT)).isEqualTo("127.0.0.1");
    }

    /// The answer to the last of several requests.
    private static String askedBy(String trusted, String... forwardedFor) throws Exception {
        HttpEndpoint endpoint =
                new HttpEndpoint(
                        new HttpEndpoint.Limits(
                                        "127.0.0.1",
                                        0,
                                        16_384,
                                        16_384,
                                        Duration.ofSeconds(30),
                                        Duration.ofSeconds(30),
                                        Duration.ofSeconds(2))
                                .reachedBy(
                                        new TrustedProxies(List.of(AddressRange.parse(trusted))),
                                        KnownHosts.ANY),
                        List.<RouteGroup>of(routes ->
                                routes.handle(HttpMethod.GET, "/who", TrustedProxiesIT::who)),
                        new SimpleMeterRegistry(),
                        0);
        endpoint.start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String answer = "";
            for (String header : forwardedFor) {
                URI url = URI.create("http://127.0.0.1:" + endpoint.port() + "/who");
                HttpRequest request =
                        HttpRequest.newBuilder(url).header("X-Forwarded-For", header).build();
                answer = client.send(request, BodyHandlers.ofString()).body();
            }
            return Json.MAPPER.readTree(answer).path("client").asString();
        } finally {
            endpoint.stop();
        }
    }

    private static Mono<ServerResponse> who(ServerRequest request) {
        InetAddress address =
                request.remoteAddress().map(InetSocketAddress::getAddress).orElseThrow();
        return Answers.json(200, Map.of("client", address.getHostAddress()));
    }
}
