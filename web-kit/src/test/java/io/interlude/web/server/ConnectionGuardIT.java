package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.interlude.journal.waiting.Eventually;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.Share;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/// Clients that behave badly, as bytes on a socket. The limits are short and the clients endless,
/// so that only the limit can end a test.
class ConnectionGuardIT {
    private static final int MAX_BODY_BYTES = 1_024;
    private static final int MOST_CONNECTIONS = 8;
    private static final int MOST_AT_ONCE = 2;
    private static final int LINGER_BYTES = 200_000;
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
    private static final MeterRegistry METERS = new SimpleMeterRegistry();
    private static final AtomicReference<Sinks.Empty<Void>> GATE =
            new AtomicReference<>(Sinks.empty());
    private static final HttpEndpoint ENDPOINT =
            new HttpEndpoint(
                    new HttpEndpoint.Limits(
                            "127.0.0.1",
                            0,
                            4_096,
                            4_096,
                            Duration.ofSeconds(60),
                            Duration.ofSeconds(2),
                            Duration.ofSeconds(1)),
                    null,
                    new ConnectionLimits(
                            MOST_CONNECTIONS,
                            Duration.ofMillis(1_500),
                            Duration.ofSeconds(1),
                            Duration.ofSeconds(1),
                            LINGER_BYTES),
                    new Admission(Map.of(Share.OTHERS, MOST_AT_ONCE), METERS),
                    List.of(ConnectionGuardIT::register),
                    METERS,
                    0);

    @BeforeAll
    static void start() {
        ENDPOINT.start();
    }

    @AfterAll
    static void stop() {
        ENDPOINT.stop();
    }

    private static void register(RouteTable routes) {
        routes.handle(
                        HttpMethod.POST,
                        "/echo",
                        request ->
                                JsonBodies.object(request, MAX_BODY_BYTES)
                                        .flatMap(body -> Answers.json(200, body)))
                .handle(HttpMethod.POST, "/refuse", _ -> refused())
                .handle(
                        HttpMethod.GET,
                        "/large",
                        _ -> Answers.bytes(200, "text/plain", new byte[32 << 20], Map.of()))
                .handle(HttpMethod.GET, "/wait", _ -> waiting())
                .handle(
                        HttpMethod.GET,
                        "/image",
                        _ -> waiting(),
                        problem -> Answers.bytes(200, "image/gif", new byte[3], Map.of()))
                .handle(HttpMethod.GET, "/health/live", _ -> Answers.empty(204));
    }

    private static Mono<ServerResponse> refused() {
        throw Problem.of(Reason.INVALID_API_KEY, "No.").exception();
    }

    private static Mono<ServerResponse> waiting() {
        return GATE.get().asMono().then(Answers.empty(204));
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), ENDPOINT.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    }

    private static String answerOf(String request) throws IOException {
        try (Socket socket = connect()) {
            send(socket, request);
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static double openConnections() {
        return METERS.get("http.server.connections").gauge().value();
    }

    private static double cuts(String cause) {
        return METERS.get("http.server.connections.cut").tag("cause", cause).counter().count();
    }

    /// Whether the server has closed the connection: tried by one byte more and more.
    private static boolean closedAgainst(Socket socket, char next) {
        try {
            socket.getOutputStream().write(next);
            return false;
        } catch (SocketException e) {
            return true;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET /wait HTTP/1.1\r\nHost: x\r\nX-Slow: ", "\r\n"})
    void cutsOffHeadersThatTrickle(String beginning) throws IOException {
        double before = cuts("slow_headers");
        try (Socket socket = connect()) {
            send(socket, beginning);

            Eventually.holds("the connection is closed", () -> closedAgainst(socket, 'a'));
        }
        assertThat(cuts("slow_headers")).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"})
    void cutsOffABodyThatTrickles(String framing) throws IOException {
        double before = cuts("slow_body");
        try (Socket socket = connect()) {
            send(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            + framing);

            Eventually.holds("the connection is closed", () -> closedAgainst(socket, '1'));
        }
        assertThat(cuts("slow_body")).isEqualTo(before + 1);
    }

    @Test
    void cutsOffAClientThatDoesNotRead() throws IOException {
        double before = cuts("slow_reader");
        try (Socket socket = connect()) {
            send(socket, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n");

            Eventually.holds("it is cut off", () -> cuts("slow_reader") == before + 1);
        }
    }

    @Test
    void servesAClientThatReadsSlowlyButReads() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            long read = 0;
            byte[] piece = new byte[1 << 20];
            for (int n = 0; n >= 0; n = socket.getInputStream().read(piece)) {
                read += n;
            }
            assertThat(read).isGreaterThan(32 << 20);
        }
    }

    @Test
    void answersATooLargeBodyEarlyAndThenStopsListening() throws IOException {
        double before = cuts("unread_body");
        try (Socket socket = connect()) {
            send(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            + CHUNKED);
            OutputStream out = socket.getOutputStream();
            byte[] chunk = ("1000\r\n" + "x".repeat(0x1000) + "\r\n").getBytes(ISO_8859_1);
            out.write(chunk);

            byte[] answer = new byte[12];
            assertThat(socket.getInputStream().readNBytes(answer, 0, 12)).isEqualTo(12);
            assertThat(new String(answer, UTF_8)).isEqualTo("HTTP/1.1 413");
            Eventually.holds("the connection is closed", () -> closedAgainst(out, chunk));
        }
        assertThat(cuts("unread_body")).isEqualTo(before + 1);
    }

    private static boolean closedAgainst(OutputStream out, byte[] chunk) {
        try {
            out.write(chunk);
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void letsAClientReadTheRefusalOfABodyThatItStillSends() throws IOException {
        String body = "x".repeat(LINGER_BYTES / 2);
        try (Socket socket = connect()) {
            send(
                    socket,
                    "POST /refuse HTTP/1.1\r\nHost: x\r\nContent-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body
                            + "GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 401 ")
                    .contains("HTTP/1.1 204 ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NONSENSE\r\n\r\n",
                "GET /wait HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET /wait HTTP/1.2\r\nHost: x\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                "GET /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "GET /x HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n",
            })
    void refusesWhatIsNotHttpAsJson(String request) throws IOException {
        assertThat(answerOf(request.replace("Host: x", "Host: x\r\nConnection: close")))
                .containsAnyOf("HTTP/1.1 400 ", "HTTP/1.1 404 ")
                .contains("\"reason\":")
                .doesNotContain("Exception");
    }

    /// The server refuses the body before the handler has begun, which then must not answer too,
    /// nor be told of as a fault.
    @Test
    void answersOnceWhereTheBodyBreaksHttp() throws IOException {
        ListAppender<ILoggingEvent> log = recorded();
        for (int i = 0; i < 20; i++) {
            String head = "POST /refuse HTTP/1.1\r\nHost: x\r\n" + CHUNKED;
            assertThat(answerOf(head + "nonsense\r\n"))
                    .startsWith("HTTP/1.1 400 ")
                    .containsOnlyOnce("HTTP/1.1");
        }
        assertThat(faults(log)).isEmpty();
    }

    @Test
    void takesAClientThatGoesAwayForNoFault() throws IOException {
        ListAppender<ILoggingEvent> log = recorded();
        Eventually.holds("all are closed", ConnectionGuardIT::isQuiet);
        for (int i = 0; i < 20; i++) {
            try (Socket socket = connect()) {
                send(
                        socket,
                        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                + "Content-Length: 9\r\n\r\n{");
                Eventually.holds("it is under way", () -> inFlight() == 1);
                socket.setSoLinger(true, 0);
            }
            Eventually.holds("it is over", () -> inFlight() == 0);
        }
        assertThat(faults(log)).isEmpty();
    }

    private static boolean isQuiet() {
        return METERS.get("http.server.connections").gauge().value() == 0;
    }

    private static double inFlight() {
        return METERS.get("http.server.requests.in.flight").tag("share", "others").gauge().value();
    }

    private static ListAppender<ILoggingEvent> recorded() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(log);
        return log;
    }

    private static List<String> faults(ListAppender<ILoggingEvent> log) {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void refusesALongAddressAndLongHeadersAsJson() throws IOException {
        String longest = "x".repeat(5_000);
        for (String request :
                List.of(
                        "GET /" + longest + " HTTP/1.1\r\nHost: x\r\n\r\n",
                        "GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + longest + "\r\n\r\n")) {
            assertThat(answerOf(request))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("application/json", "\"reason\":\"invalid_request\"");
        }
    }

    @Test
    void refusesOneConnectionTooMany() throws IOException {
        Eventually.holds("all are closed", () -> openConnections() == 0);
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < MOST_CONNECTIONS; i++) {
                sockets.add(connect());
            }
            Eventually.holds("all are open", () -> openConnections() == MOST_CONNECTIONS);
            assertThat(answerOf(""))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Retry-After: 1", "\"reason\":\"overloaded\"");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void refusesOneRequestTooManyAtOnce() throws IOException {
        GATE.set(Sinks.empty());
        String close = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        try (Socket first = connect();
                Socket second = connect()) {
            send(first, "GET /wait" + close);
            send(second, "GET /wait" + close);
            Eventually.holds(
                    "two are under way",
                    () ->
                            METERS.get("http.server.requests.in.flight")
                                            .tag("share", "others")
                                            .gauge()
                                            .value()
                                    == 2);

            assertThat(answerOf("GET /wait" + close))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Retry-After: 1", "\"reason\":\"overloaded\"");
            assertThat(answerOf("GET /image" + close)).startsWith("HTTP/1.1 200 ");
            assertThat(answerOf("GET /health/live" + close)).startsWith("HTTP/1.1 204 ");

            GATE.get().tryEmitEmpty();
            assertThat(new String(first.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 204 ");
        }
        Eventually.holds(
                "the places are free again",
                () ->
                        METERS.get("http.server.requests.in.flight")
                                        .tag("share", "others")
                                        .gauge()
                                        .value()
                                == 0);
    }

    @Test
    void refusesAMalformedQueryInTheFormOfItsRoute() throws IOException {
        String rest = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

        assertThat(answerOf("GET /image?a=%zz" + rest))
                .startsWith("HTTP/1.1 200 ")
                .contains("image/gif");
        assertThat(answerOf("GET /wait?a=%zz" + rest)).startsWith("HTTP/1.1 400 ");
    }
}
