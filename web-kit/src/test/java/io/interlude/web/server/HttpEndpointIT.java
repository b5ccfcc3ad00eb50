package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.json.Json;
import io.interlude.journal.waiting.Eventually;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/// Requests over a socket to routes that answer, refuse and fail in every way.
class HttpEndpointIT {
    private static final int MAX_BYTES = 1_024;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(60)).build();
    private static final SimpleMeterRegistry METERS = new SimpleMeterRegistry();
    private static final HttpEndpoint ENDPOINT =
            LoopbackServer.of(List.of(HttpEndpointIT::register), METERS);

    @BeforeAll
    static void start() {
        ENDPOINT.start();
    }

    @AfterAll
    static void stop() {
        ENDPOINT.stop();
    }

    private static void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/echo", HttpEndpointIT::echo)
                .handle(HttpMethod.POST, "/optional", HttpEndpointIT::optional)
                .handle(HttpMethod.GET, "/things/{id}", HttpEndpointIT::thing)
                .handle(HttpMethod.HEAD, "/things/{id}", HttpEndpointIT::thing)
                .handle(HttpMethod.GET, "/query", HttpEndpointIT::query)
                .handle(HttpMethod.GET, "/throws/{what}", HttpEndpointIT::fail)
                .handle(HttpMethod.GET, "/fails/{what}", r -> Mono.defer(() -> fail(r)))
                .handle(HttpMethod.GET, "/silent", _ -> Mono.empty())
                .handle(HttpMethod.GET, "/v1/fetch/v2", HttpEndpointIT::thingless)
                .handle(HttpMethod.POST, "/v1/fetch/v2", HttpEndpointIT::thingless)
                .handle(HttpMethod.GET, "/cached", _ -> cached());
    }

    private static Mono<ServerResponse> echo(ServerRequest request) {
        return JsonBodies.object(request, MAX_BYTES).flatMap(body -> Answers.json(200, body));
    }

    private static Mono<ServerResponse> optional(ServerRequest request) {
        return JsonBodies.objectOrEmpty(request, MAX_BYTES)
                .flatMap(body -> Answers.json(200, body));
    }

    private static Mono<ServerResponse> thing(ServerRequest request) {
        return Answers.json(200, Map.of("id", request.pathVariable("id")));
    }

    private static Mono<ServerResponse> query(ServerRequest request) {
        return Answers.json(200, request.queryParams());
    }

    private static Mono<ServerResponse> thingless(ServerRequest request) {
        return Answers.problem(Problem.of(Reason.MISSING_API_KEY, request.path()));
    }

    private static Mono<ServerResponse> cached() {
        return Answers.bytes(
                200, "text/plain", "x".getBytes(UTF_8), Map.of("Cache-Control", "max-age=60"));
    }

    private static Mono<ServerResponse> fail(ServerRequest request) {
        String what = request.pathVariable("what");
        return switch (what) {
            case "conflict" ->
                    throw Problem.of(Reason.CONFLICT, "Read it again.")
                            .withField("version", 7)
                            .exception();
            case "rate" ->
                    Answers.problem(
                            Problem.of(Reason.RATE_LIMITED, "Slower.")
                                    .withHeader("Retry-After", "3"));
            case "journal" ->
                    Mono.fromFuture(
                            CompletableFuture.failedFuture(
                                    new JournalUnavailableException(new IOException("gone"))));
            case "wrapped" ->
                    throw new CompletionException(
                            new JournalUnavailableException(new IOException("gone")));
            case "state" -> throw new StateUnavailableException("rebalancing");
            case "status-404" -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
            case "status-406" -> throw new ResponseStatusException(HttpStatus.NOT_ACCEPTABLE);
            case "status-413" -> throw new ResponseStatusException(HttpStatus.CONTENT_TOO_LARGE);
            case "status-415" ->
                    throw new ResponseStatusException(HttpStatus.UNSUPPORTED_MEDIA_TYPE);
            case "status-502" -> throw new ResponseStatusException(HttpStatus.BAD_GATEWAY);
            default -> throw new IllegalStateException("secret " + what);
        };
    }

    private static HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + ENDPOINT.port()).resolve(path))
                .timeout(Duration.ofSeconds(60));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse<String> post(String path, String contentType, byte[] body) {
        return send(
                to(path).header("Content-Type", contentType)
                        .POST(BodyPublishers.ofByteArray(body)));
    }

    private static HttpResponse<String> post(String body) {
        return post("/echo", "application/json", body.getBytes(UTF_8));
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String reason) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode body = Json.MAPPER.readTree(answer.body());
        assertThat(body.path("reason").asString()).isEqualTo(reason);
        assertThat(body.path("description").asString()).isNotBlank();
        assertThat(answer.body()).doesNotContain("Exception", "io.interlude", "secret");
    }

    @Test
    void answersWithTheHeadersOfEveryAnswer() {
        HttpResponse<String> answer = send(to("/things/a%20b"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"id\":\"a b\"}");
        assertThat(answer.headers().map())
                .containsEntry("content-type", List.of("application/json"))
                .containsEntry("x-content-type-options", List.of("nosniff"))
                .containsEntry("x-frame-options", List.of("DENY"))
                .containsEntry("cache-control", List.of("no-store"))
                .containsEntry("content-length", List.of("12"));
    }

    @Test
    void letsTheHandlersHeaderWin() {
        assertThat(send(to("/cached")).headers().allValues("Cache-Control"))
                .containsExactly("max-age=60");
    }

    @Test
    void answersHeadWithoutBodyWhereItIsRegistered() {
        HttpResponse<String> answer = send(to("/things/1").HEAD());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(send(to("/query").HEAD()).statusCode()).isEqualTo(405);
    }

    @Test
    void refusesAnUnknownPathAsJson() {
        assertProblem(send(to("/nowhere")), 404, "not_found");
    }

    @Test
    void refusesAWrongMethodWithAllow() {
        HttpResponse<String> answer = send(to("/things/1").DELETE());

        assertProblem(answer, 405, "method_not_allowed");
        assertThat(answer.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @ParameterizedTest
    @CsvSource({
        "conflict,   409, conflict",
        "rate,       429, rate_limited",
        "journal,    503, journal_unavailable",
        "wrapped,    503, journal_unavailable",
        "state,      503, state_unavailable",
        "status-404, 404, not_found",
        "status-406, 400, invalid_request",
        "status-413, 413, payload_too_large",
        "status-415, 415, unsupported_media_type",
        "status-502, 500, internal_error",
        "other,      500, internal_error",
    })
    void mapsEveryErrorThrownOrReturned(String what, int status, String reason) {
        assertProblem(send(to("/throws/" + what)), status, reason);
        assertProblem(send(to("/fails/" + what)), status, reason);
    }

    @Test
    void mapsAMissingAnswer() {
        assertProblem(send(to("/silent")), 500, "internal_error");
    }

    @Test
    void givesAnErrorIdToAFaultOfOurOwn() {
        JsonNode body = Json.MAPPER.readTree(send(to("/throws/other")).body());

        assertThat(body.path("errorId").asString()).hasSize(36);
    }

    @Test
    void passesFieldsAndHeadersOfAProblem() {
        assertThat(Json.MAPPER.readTree(send(to("/throws/conflict")).body()).path("version"))
                .isEqualTo(Json.MAPPER.readTree("7"));
        assertThat(send(to("/throws/rate")).headers().firstValue("Retry-After")).contains("3");
        assertThat(send(to("/throws/journal")).headers().firstValue("Retry-After")).contains("1");
        assertThat(send(to("/v1/fetch/v2")).headers().firstValue("WWW-Authenticate"))
                .contains("Bearer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=utf-8",
                "application/json;charset=\"UTF-8\"",
                "application/vnd.interlude+json",
                "Application/JSON"
            })
    void readsAJsonObject(String contentType) {
        HttpResponse<String> answer =
                post("/echo", contentType, "{\"a\":1,\"a\":2.50,\"b\":\"ü\"}".getBytes(UTF_8));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"a\":2.50,\"b\":\"ü\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "1",
                "null",
                "\"text\"",
                "{\"a\":1}{",
                "{a:1}",
                "{\"a\":NaN}",
                " ",
                "{\"a\":01}"
            })
    void refusesWhatIsNotOneJsonObject(String body) {
        assertProblem(post(body), 400, "invalid_request");
    }

    @Test
    void refusesAMissingBodyUnlessItIsOptional() {
        HttpRequest.Builder empty = to("/echo").POST(BodyPublishers.noBody());
        assertProblem(send(empty), 400, "invalid_request");

        HttpResponse<String> answer = send(to("/optional").POST(BodyPublishers.noBody()));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{}");
    }

    @Test
    void refusesInvalidUtf8AndOtherEncodings() {
        byte[] latin1 = "{\"a\":\"ü\"}".getBytes(ISO_8859_1);
        byte[] utf16 = "{\"a\":1}".getBytes(UTF_16BE);

        assertProblem(post("/echo", "application/json", latin1), 400, "invalid_request");
        assertProblem(post("/echo", "application/json", utf16), 400, "invalid_request");
    }

    @Test
    void refusesTooDeepNesting() {
        String deep = "{\"a\":" + "[".repeat(64) + "]".repeat(64) + "}";

        assertProblem(post(deep), 400, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/json; charset=iso-8859-1",
                "application/json; charset=nonsense",
                "nonsense",
                "application/jsonx"
            })
    void refusesABodyThatIsNotDeclaredJson(String contentType) {
        HttpResponse<String> answer = post("/echo", contentType, "{}".getBytes(UTF_8));

        assertProblem(answer, 415, "unsupported_media_type");
    }

    @Test
    void refusesABodyWithoutContentType() {
        HttpResponse<String> answer = send(to("/echo").POST(BodyPublishers.ofString("{}")));

        assertProblem(answer, 415, "unsupported_media_type");
    }

    @Test
    void refusesATooLargeBodyDeclaredOrChunked() {
        byte[] large = ("{\"a\":\"" + "x".repeat(200_000) + "\"}").getBytes(UTF_8);

        assertProblem(post("/echo", "application/json", large), 413, "payload_too_large");
        assertProblem(
                send(
                        to("/echo")
                                .header("Content-Type", "application/json")
                                .POST(
                                        BodyPublishers.ofInputStream(
                                                () -> new ByteArrayInputStream(large)))),
                413,
                "payload_too_large");
    }

    @Test
    void takesABodyOfExactlyTheLargestSize() {
        String body = "{\"a\":\"" + "x".repeat(MAX_BYTES - 8) + "\"}";
        assertThat(body).hasSize(MAX_BYTES);

        assertThat(post(body).statusCode()).isEqualTo(200);
        assertProblem(post(body + " "), 413, "payload_too_large");
    }

    @Test
    void readsAQueryWithEncodedAndBareCharacters() {
        assertThat(send(to("/query?.a=%C3%BC+x&b&c=")).body())
                .isEqualTo("{\".a\":[\"ü x\"],\"b\":[null],\"c\":[\"\"]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/query?a=%zz", "/query?a=%", "/things/%zz", "/things/a b|c"})
    void refusesAMalformedAddressAsJson(String target) throws IOException {
        String answer =
                raw(
                        "GET "
                                + target.replace(' ', '\u0001')
                                + " HTTP/1.1\r\nHost: x\r\n"
                                + "Connection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"reason\":\"invalid_request\"");
    }

    /// Sends bytes that no client library would, and reads to the end of the connection.
    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ENDPOINT.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @Test
    void answersThePreflightOfAPage() {
        HttpResponse<String> answer =
                send(
                        to("/v1/fetch/v2")
                                .header("Origin", "https://shop.example")
                                .header("Access-Control-Request-Method", "POST")
                                .method("OPTIONS", BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                .contains("https://shop.example");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Methods"))
                .contains("GET, OPTIONS, POST");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Headers").orElseThrow())
                .contains("Authorization", "Content-Type");
        assertThat(answer.headers().firstValue("Vary")).contains("Origin");
    }

    /// Beacons offer cookies, whether there are any or not.
    @Test
    void letsABeaconOfferCookies() {
        HttpResponse<String> answer =
                send(
                        to("/v1/event")
                                .header("Origin", "https://shop.example")
                                .header("Access-Control-Request-Method", "POST")
                                .method("OPTIONS", BodyPublishers.noBody()));

        assertThat(answer.headers().firstValue("Access-Control-Allow-Credentials"))
                .contains("true");
        assertThat(
                        send(to("/v1/fetch/v2").header("Origin", "https://shop.example"))
                                .headers()
                                .firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();
    }

    @Test
    void letsAPageReadARefusal() {
        HttpResponse<String> answer =
                send(to("/v1/fetch/v2").header("Origin", "https://shop.example"));

        assertProblem(answer, 401, "missing_api_key");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
                .contains("https://shop.example");
    }

    @Test
    void opensNoOtherPathToPages() {
        HttpResponse<String> answer =
                send(
                        to("/things/1")
                                .header("Origin", "https://shop.example")
                                .method("OPTIONS", BodyPublishers.noBody()));

        assertProblem(answer, 405, "method_not_allowed");
        assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void tellsOfItsRoutesBeforeAnybodyAsks() {
        assertThat(
                        METERS.get("http.server.routes")
                                .tags("uri", "/things/{id}", "method", "GET")
                                .gauge()
                                .value())
                .isEqualTo(1);
    }

    @Test
    void timesRequestsByRoute() {
        send(to("/things/42"));

        Eventually.holds(
                "the request is timed",
                () ->
                        METERS.find("http.server.requests")
                                        .tags("uri", "/things/{id}", "method", "GET")
                                        .tag("status", "200")
                                        .timer()
                                != null);
    }
}
