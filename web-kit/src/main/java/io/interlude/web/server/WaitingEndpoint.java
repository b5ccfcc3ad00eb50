package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.interlude.journal.json.Json;
import io.interlude.web.refusal.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.databind.node.ObjectNode;

/// Stands in for [HttpEndpoint] while a process cannot start for something outside of it:
/// `/health/live` is 200, everything else 503. Each connection ends with its answer, so that none
/// is left to this one when the other takes over.
public final class WaitingEndpoint implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingEndpoint.class);
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Duration GRACE_PERIOD = Duration.ofMillis(500);
    private static final int LIVE = 200;

    /// Answered before the port opens, so that those who are told to come back are told so at once.
    private static final int WARM_UP_REQUESTS = 100;

    private static final Duration WARM_UP_TIME = Duration.ofSeconds(1);
    private static final byte[] REQUEST =
            "GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(US_ASCII);

    private final DisposableServer server;

    private WaitingEndpoint(DisposableServer server) {
        this.server = server;
    }

    /// Listens until it is closed.
    ///
    /// @param port 0 for any free one
    /// @param awaited what the process waits for, as `/health/ready` names it
    /// @param tls null for plain HTTP
    public static WaitingEndpoint open(
            String host, int port, @Nullable ServerTls tls, String awaited) {
        DisposableServer loopback = bind("127.0.0.1", 0, null, awaited);
        try {
            warmUp(loopback.port());
        } finally {
            loopback.disposeNow(GRACE_PERIOD);
        }
        return new WaitingEndpoint(bind(host, port, tls, awaited));
    }

    private static DisposableServer bind(
            String host, int port, @Nullable ServerTls tls, String awaited) {
        HttpServer plain =
                HttpServer.create()
                        .host(host)
                        .port(port)
                        .handle((request, response) -> answer(request, response, awaited));
        return (tls == null ? plain : tls.secure(plain, DEADLINE)).bindNow(DEADLINE);
    }

    private static void warmUp(int port) {
        long endNanos = System.nanoTime() + WARM_UP_TIME.toNanos();
        for (int i = 0; i < WARM_UP_REQUESTS && System.nanoTime() < endNanos; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout((int) WARM_UP_TIME.toMillis());
                socket.getOutputStream().write(REQUEST);
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                LOG.debug("event=rehearsal_ended", e);
                return;
            }
        }
    }

    private static Flux<Void> answer(
            HttpServerRequest request, HttpServerResponse response, String awaited) {
        boolean live = request.uri().equals("/health/live");
        if (!live) {
            response.header("Retry-After", "1");
        }
        byte[] body = Json.MAPPER.writeValueAsBytes(live ? alive() : waiting(awaited));
        return Flux.from(
                response.keepAlive(false)
                        .status(live ? LIVE : Reason.STATE_UNAVAILABLE.status())
                        .header("Content-Type", "application/json")
                        .header("Cache-Control", "no-store")
                        .sendByteArray(Mono.just(body)));
    }

    private static ObjectNode alive() {
        return Json.MAPPER.createObjectNode().put("status", "live");
    }

    private static ObjectNode waiting(String awaited) {
        ObjectNode body =
                Json.MAPPER
                        .createObjectNode()
                        .put("reason", Reason.STATE_UNAVAILABLE.wireName())
                        .put("description", "The process starts: wait for its checks.")
                        .put("status", "starting");
        body.putArray("checks").addObject().put("name", awaited).put("ready", false);
        return body;
    }

    @Override
    public void close() {
        server.disposeNow(GRACE_PERIOD);
    }
}
