package io.interlude.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A server that answers as it is told, and keeps what it was asked. It can be stopped and started
/// again on the same port.
final class StubServer implements AutoCloseable {
    static final String AD =
            """
            {"messageId": "native-1", "format": "native",
             "payload": {"title": "T", "disclosure": "Ad", "actions": []}}\
            """;

    private final List<Asked> requests = new CopyOnWriteArrayList<>();
    private final Function<Asked, @Nullable Reply> answer;
    private final int port;
    private Running running;

    /// What ends when the server is stopped.
    private record Running(HttpServer server, ExecutorService threads, CountDownLatch over) {}

    /// A request.
    ///
    /// @param number from 1
    record Asked(int number, String path, Map<String, String> headers, JsonNode body) {}

    record Reply(int status, Map<String, String> headers, String body) {
        static Reply of(int status, String body) {
            return new Reply(status, Map.of(), body);
        }
    }

    /// @param answer null to hang
    StubServer(Function<Asked, @Nullable Reply> answer) throws IOException {
        this.answer = answer;
        this.running = open(0);
        this.port = running.server.getAddress().getPort();
    }

    /// Every event recorded, as the service does.
    static Reply recorded(Asked asked) {
        String results =
                String.join(
                        ",",
                        IntStream.range(0, asked.body().path("events").size())
                                .mapToObj(_ -> "{\"status\": 201, \"eventId\": \"e\"}")
                                .toList());
        return Reply.of(200, "{\"results\": [" + results + "]}");
    }

    private Running open(int wanted) throws IOException {
        HttpServer server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), 128);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        return new Running(server, threads, new CountDownLatch(1));
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode body = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name, values.getFirst()));
        Asked asked;
        synchronized (requests) {
            asked =
                    new Asked(
                            requests.size() + 1,
                            exchange.getRequestURI().toString(),
                            headers,
                            body);
            requests.add(asked);
        }
        Reply reply = answer.apply(asked);
        if (reply == null) {
            hang();
            return;
        }
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        byte[] content = reply.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(reply.status(), content.length == 0 ? -1 : content.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(content);
        }
    }

    private void hang() {
        try {
            running.over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    List<Asked> requests() {
        return List.copyOf(requests);
    }

    /// Message ids of the events that came, in order.
    List<String> events() {
        return requests().stream()
                .flatMap(asked ->
                        StreamSupport.stream(asked.body().path("events").spliterator(), false))
                .map(event -> event.path("fetchEventId").asString())
                .toList();
    }

    void stop() {
        running.over.countDown();
        running.server.stop(0);
        running.threads.shutdownNow();
    }

    void startAgain() throws IOException {
        running = open(port);
    }

    @Override
    public void close() {
        stop();
    }
}
