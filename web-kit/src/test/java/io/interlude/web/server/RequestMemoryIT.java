package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.answer.RequestBodies;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/// What requests hold of the process, over sockets: a server that may hold 8 MiB.
@Timeout(120)
class RequestMemoryIT {
    private static final int MEMORY_BYTES = 8 << 20;
    private static final int MAX_BODY_BYTES = 1 << 20;
    private static final int ABORTED = 1_000;
    private static final int EVENT_LOOPS = LoopResources.DEFAULT_IO_WORKER_COUNT;
    private static final MeterRegistry METERS = new SimpleMeterRegistry();
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final HttpEndpoint ENDPOINT =
            new HttpEndpoint(
                    new HttpEndpoint.Limits("127.0.0.1", 0, 65_536, 16_384, LONG, LONG, LONG)
                            .reachedBy(
                                    TrustedProxies.NONE,
                                    KnownHosts.of("127.0.0.1", List.of("ads.example.com"))),
                    null,
                    new ConnectionLimits(10_000, LONG, LONG),
                    new Admission(Map.of(), MEMORY_BYTES, METERS),
                    List.of(RequestMemoryIT::register),
                    METERS,
                    0);

    private final List<Socket> sockets = new ArrayList<>();

    @BeforeAll
    static void start() {
        ENDPOINT.start();
    }

    @AfterAll
    static void stop() {
        ENDPOINT.stop();
    }

    @AfterEach
    void closeAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        Eventually.holds("everything was given back", () -> held() == 0);
    }

    private static void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/size", RequestMemoryIT::size)
                .handle(HttpMethod.GET, "/never", _ -> Mono.never())
                .handle(
                        HttpMethod.GET,
                        "/large",
                        _ -> Answers.bytes(200, "text/plain", new byte[1 << 20], Map.of()));
    }

    /// Org and kind of key are the first header's.
    private static Mono<ServerResponse> size(ServerRequest request) {
        String owner = request.headers().asHttpHeaders().getOrEmpty("Owner").getFirst();
        Place.of(request)
                .belongsTo(owner.startsWith("tag-") ? Owner.tags(owner) : Owner.org(owner));
        return JsonBodies.object(request, MAX_BODY_BYTES)
                .flatMap(body ->
                        Answers.json(
                                200,
                                Map.of(
                                        "fields",
                                        body.size(),
                                        "thread",
                                        Thread.currentThread().getName())));
    }

    private static double held() {
        return METERS.get("http.server.memory").gauge().value();
    }

    private Socket open() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), ENDPOINT.port());
        socket.setSoTimeout(60_000);
        sockets.add(socket);
        return socket;
    }

    private Socket send(String text) throws IOException {
        Socket socket = open();
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return socket;
    }

    private String ask(String text) throws IOException {
        try (Socket socket = send(text)) {
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String post(String owner, String body) {
        return "POST /size HTTP/1.1\r\nHost: localhost\r\nOwner: "
                + owner
                + "\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(UTF_8).length
                + "\r\n\r\n"
                + body;
    }

    private static String unfinished(String owner) {
        return "POST /size HTTP/1.1\r\nHost: localhost\r\nOwner: "
                + owner
                + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "1\r\n{\r\n";
    }

    @Test
    void unfinishedBodiesOfATagTakeNothingFromOthers() throws IOException {
        for (int i = 0; i < 60; i++) {
            send(unfinished("tag-1"));
        }
        // A third, in whole bodies: one more would not fit.
        Eventually.holds(
                "a third is held",
                () -> held() > MEMORY_BYTES / 3.0 - RequestBodies.ARRIVING_BYTES);
        // A request that is being refused just now is counted for a moment.
        Eventually.holds("no more than a third stays", () -> held() <= MEMORY_BYTES / 3.0);

        assertThat(ask(post("tag-1", "{}")))
                .contains("HTTP/1.1 503 ", "Retry-After: 1", "\"overloaded\"");
        assertThat(ask(post("org-2", "{\"a\":1}"))).contains("HTTP/1.1 200 ", "\"fields\":1");
    }

    @Test
    void longHeadsThatNeverEndTakeNothingFromOthers() throws IOException {
        for (int i = 0; i < 60; i++) {
            send("GET /large?" + "x".repeat(40_000));
        }
        Eventually.holds("a part is held", () -> held() > MEMORY_BYTES * 0.15);

        // Strangers have a fifth, and a fifth of the last head, which is not counted as taken when
        // it is asked for; each event loop may be refusing one more head just now.
        int head = 3 * 40_020;
        assertThat(held()).isLessThanOrEqualTo(MEMORY_BYTES / 5.0 + (EVENT_LOOPS + 1) * head);
        Eventually.holds("no more than a fifth stays", () -> held() <= (MEMORY_BYTES + head) / 5.0);
        assertThat(ask(post("org-2", "{\"a\":1}"))).contains("HTTP/1.1 200 ");
    }

    @Test
    void shortLinesOfHeadsThatNeverEndAreCountedAsWhatTheyHold() throws IOException {
        String lines = "a:\r\n".repeat(200);
        for (int i = 0; i < 60; i++) {
            send("GET /large HTTP/1.1\r\n" + lines);
        }
        Eventually.holds("a part is held", () -> held() > MEMORY_BYTES * 0.15);

        assertThat(ask(post("org-2", "{\"a\":1}"))).contains("HTTP/1.1 200 ");
    }

    @Test
    void headsBehindAnUnansweredOneAreCountedTogether() throws IOException {
        String head = "GET /never HTTP/1.1\r\nHost: localhost\r\n" + "a:\r\n".repeat(200) + "\r\n";
        // In one piece: the server reads no more of a connection while it owes an answer.
        send(head.repeat(21));

        Eventually.holds("all are held", () -> held() > 20 * 200 * 128);
    }

    @Test
    void answersThatNobodyReadsTakeNothingFromOthers() throws IOException {
        for (int i = 0; i < 8; i++) {
            send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        assertThat(ask(post("org-2", "{\"a\":1}"))).contains("HTTP/1.1 200 ");
        assertThat(held()).isLessThanOrEqualTo(MEMORY_BYTES / 5.0);
    }

    @Test
    void abortedRequestsLeaveNothingBehind() throws IOException {
        for (int i = 0; i < ABORTED; i++) {
            String whole = post("org-" + i % 3, "{\"a\":\"" + "x".repeat(3_000) + "\"}");
            String part =
                    switch (i % 4) {
                        case 0 -> whole;
                        case 1 -> whole.substring(0, whole.length() - 1);
                        case 2 -> unfinished("tag-" + i % 5);
                        default -> "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n";
                    };
            send(part).close();
        }
        Eventually.holds("everything was given back", () -> held() == 0);
        Eventually.holds(
                "nothing is under way",
                () ->
                        METERS.get("http.server.requests.in.flight")
                                        .tag("share", "others")
                                        .gauge()
                                        .value()
                                == 0);
    }

    @Test
    void manyTinyValuesAreRefusedBeforeTheyFillTheHeap() throws IOException {
        String many = "{\"zzz\":[" + "{},".repeat(30_000) + "{}]}";
        assertThat(ask(post("org-1", many)))
                .contains("HTTP/1.1 400 ", "\"invalid_request\"", "values and names");

        String more = "{\"zzz\":[" + "{},".repeat(340_000) + "{}]}";
        assertThat(ask(post("org-1", more))).contains("HTTP/1.1 400 ", "values and names");
    }

    @Test
    void aTreeThatIsLargerThanTheSharesIsRefused() throws IOException {
        String one = "{\"abcdefgh\":12345678},";
        String large = "{\"zzz\":[" + one.repeat(45_000) + "{}]}";
        assertThat(ask(post("org-1", large)))
                .contains("HTTP/1.1 503 ", "Retry-After: 1", "\"overloaded\"");
    }

    @Test
    void largeBodiesAreParsedOffTheEventLoop() throws IOException {
        String large = "{\"a\":\"" + "x".repeat(100_000) + "\",\"b\":\"\\u20ac\"}";

        assertThat(ask(post("org-1", large))).contains("\"fields\":2", "\"thread\":\"side-work-");
        assertThat(ask(post("org-1", "{\"a\":1}"))).contains("\"thread\":\"reactor-http-");
    }

    @Test
    void largeBodiesAreReadStrictly() throws IOException {
        String large = "{\"a\":\"" + "x".repeat(20_000) + "\"}";

        assertThat(ask(post("org-1", large.replace("}", "} {}")))).contains("HTTP/1.1 400 ");
        assertThat(ask(post("org-1", large).replace("xx\"}", "x\u00ff\"}")))
                .contains("HTTP/1.1 400 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /large HTTP/1.1\r\n",
                "GET /large HTTP/1.1\r\nHost: evil.example\r\n",
                "GET /large HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n",
                "GET /large HTTP/1.1\r\nHost: \r\n",
                "GET /nowhere HTTP/1.1\r\nHost: evil.example\r\n",
                "POST /size HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n",
                "POST /size HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\n",
                "POST /size HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n",
                "POST /size HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n",
                "POST /size HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "POST /size HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n",
                "POST /size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 3\r\n",
                "POST /size HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n",
                "POST /size HTTP/1.1\r\nHost : localhost\r\n",
            })
    void refusesForeignHostsAndUnclearFraming(String head) throws IOException {
        assertThat(ask(head + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ")
                .contains("\"invalid_request\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /large HTTP/1.0\r\n",
                "GET /large HTTP/1.1\r\nHost: ads.example.com:443\r\n",
                "GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n",
            })
    void servesItsOwnNames(String head) throws IOException {
        assertThat(ask(head + "Connection: close\r\n\r\n")).contains(" 200 ");
    }
}
