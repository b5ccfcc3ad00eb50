package io.interlude.journey;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/// A publisher's site on an origin of its own, with one page; every other path is an advertiser's
/// landing page, of which it is remembered that somebody came.
final class PublisherSite implements AutoCloseable {
    private final HttpServer server;
    private final AtomicReference<String> page = new AtomicReference<>("");
    private final AtomicReference<String> policy = new AtomicReference<>("");
    private final List<String> landed = new CopyOnWriteArrayList<>();

    PublisherSite() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Puts the page online, under the Content-Security-Policy, and answers its address.
    URI publish(String html, String contentSecurityPolicy) {
        page.set(html);
        policy.set(contentSecurityPolicy);
        return URI.create(origin() + "/");
    }

    /// Paths of the landing pages that were opened.
    List<String> landed() {
        return List.copyOf(landed);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        exchange.getResponseHeaders().set("Content-Type", "text/html");
        exchange.getResponseHeaders().set("Content-Security-Policy", policy.get());
        if (path.startsWith("/landing")) {
            landed.add(path);
        }
        byte[] body = (path.equals("/") ? page.get() : "<title>Landed</title>").getBytes(UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
