package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.interlude.journal.waiting.Eventually;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.Admission;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;

/// The server with TLS, over real handshakes; limits are short and slow clients endless.
class TlsEndpointIT {
    private static final MeterRegistry METERS = new SimpleMeterRegistry();
    @TempDir private static Path folder;
    private static TestCertificate certificate;
    private static HttpEndpoint endpoint;

    @BeforeAll
    static void start() {
        certificate = TestCertificate.make(folder, "EC");
        Duration longTime = Duration.ofSeconds(60);
        endpoint =
                new HttpEndpoint(
                        new HttpEndpoint.Limits(
                                "127.0.0.1",
                                0,
                                4_096,
                                4_096,
                                longTime,
                                longTime,
                                Duration.ofSeconds(1)),
                        ServerTls.read(certificate.certificate(), certificate.privateKey()),
                        new ConnectionLimits(100, Duration.ofSeconds(2), Duration.ofSeconds(1)),
                        new Admission(Map.of(), METERS),
                        List.of(TlsEndpointIT::register),
                        METERS,
                        0);
        endpoint.start();
    }

    @AfterAll
    static void stop() {
        endpoint.stop();
    }

    private static void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/quick", _ -> Answers.empty(204))
                .handle(
                        HttpMethod.POST,
                        "/echo",
                        request ->
                                JsonBodies.object(request, 1_024)
                                        .flatMap(body -> Answers.json(200, body)))
                .handle(
                        HttpMethod.GET,
                        "/large",
                        _ -> Answers.bytes(200, "text/plain", new byte[32 << 20], Map.of()));
    }

    private static URI url(String path) {
        return URI.create("https://127.0.0.1:" + endpoint.port() + path);
    }

    private static SSLSocket connect() throws IOException {
        SSLSocket socket =
                (SSLSocket)
                        certificate
                                .trust()
                                .getSocketFactory()
                                .createSocket(InetAddress.getLoopbackAddress(), endpoint.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static double cuts(String cause) {
        return METERS.get("http.server.connections.cut").tag("cause", cause).counter().count();
    }

    @Test
    void servesWhoTrustsTheCertificateAndTellsBrowsersToInsist() throws Exception {
        try (HttpClient client = certificate.client()) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> answer =
                        client.send(
                                HttpRequest.newBuilder(url("/echo"))
                                        .header("Content-Type", "application/json")
                                        .POST(HttpRequest.BodyPublishers.ofString("{\"a\":1}"))
                                        .build(),
                                BodyHandlers.ofString());

                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("{\"a\":1}");
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
                assertThat(answer.headers().firstValue("Strict-Transport-Security"))
                        .contains("max-age=31536000");
                assertThat(answer.sslSession().orElseThrow().getProtocol()).isEqualTo("TLSv1.3");
            }
        }
    }

    @Test
    void isRefusedByWhoDoesNotTrustTheCertificate() {
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThatThrownBy(() ->
                            client.send(
                                    HttpRequest.newBuilder(url("/quick")).build(),
                                    BodyHandlers.discarding()))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void speaksBothVersions(String version) throws IOException {
        try (SSLSocket socket = connect()) {
            socket.setEnabledProtocols(new String[] {version});
            socket.getOutputStream()
                    .write(
                            "GET /quick HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                                    .getBytes(UTF_8));

            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 204 ");
            assertThat(socket.getSession().getProtocol()).isEqualTo(version);
        }
    }

    @Test
    void cutsOffHeadersThatTrickleWithinTls() throws IOException {
        double before = cuts("slow_headers");
        try (SSLSocket socket = connect()) {
            socket.startHandshake();
            socket.getOutputStream().write("GET /quick HTTP/1.1\r\nX-Slow: ".getBytes(UTF_8));

            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
        assertThat(cuts("slow_headers")).isEqualTo(before + 1);
    }

    @Test
    void cutsOffAClientThatDoesNotReadWithinTls() throws IOException {
        double before = cuts("slow_reader");
        try (SSLSocket socket = connect()) {
            socket.getOutputStream()
                    .write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));

            Eventually.holds("it is cut off", () -> cuts("slow_reader") == before + 1);
        }
    }

    /// Anybody can send these, so they must not fill the log.
    @Test
    void cutsOffWhoEndsNoHandshakeAndDoesNotLogIt() throws IOException {
        double before = cuts("handshake");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(log);

        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), endpoint.port());
                Socket plain = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            silent.setSoTimeout(60_000);
            plain.setSoTimeout(60_000);
            plain.getOutputStream().write("GET /quick HTTP/1.1\r\n\r\n".getBytes(UTF_8));

            assertThat(new String(plain.getInputStream().readAllBytes(), UTF_8))
                    .doesNotContain("HTTP");
            assertThat(silent.getInputStream().readAllBytes()).isEmpty();
        }
        Eventually.holds("both are counted", () -> cuts("handshake") == before + 2);
        root.detachAppender(log);
        assertThat(List.copyOf(log.list))
                .noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
    }
}
