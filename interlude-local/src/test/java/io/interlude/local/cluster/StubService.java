package io.interlude.local.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Stands for an instance behind the gateway: answers everything with its name, and its readiness
/// as it is told to.
final class StubService implements AutoCloseable {
    private final String name;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile boolean ready = true;

    private StubService(String name, HttpServer server) {
        this.name = name;
        this.server = server;
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    static StubService start(String name) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new StubService(name, HttpServer.create(anyPort, 0));
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    String name() {
        return name;
    }

    void setReady(boolean nowReady) {
        ready = nowReady;
    }

    /// Requests other than those for its health.
    int requests() {
        return requests.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            boolean health = exchange.getRequestURI().getPath().equals("/health/ready");
            if (!health) {
                requests.incrementAndGet();
            }
            List<String> forwarded = exchange.getRequestHeaders().get("X-Forwarded-For");
            exchange.getResponseHeaders().add("X-Stub", name);
            exchange.getResponseHeaders().add("X-Stub-Bytes", String.valueOf(request.length));
            exchange.getResponseHeaders()
                    .add("X-Stub-Forwarded", forwarded == null ? "" : String.join(", ", forwarded));
            byte[] body = name.getBytes(UTF_8);
            exchange.sendResponseHeaders(health && !ready ? 503 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
