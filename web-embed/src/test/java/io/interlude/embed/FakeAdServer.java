package io.interlude.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A publisher's site under a strict policy, and, on another origin, an ad server that answers
/// browsers as the real one does.
final class FakeAdServer implements AutoCloseable {
    static final JsonMapper JSON = JsonMapper.shared();
    private static final Path BUNDLE = Path.of("target/classes/embed/interlude.js");
    private static final int NO_BODY = -1;

    private final HttpServer site = start();
    private final HttpServer ads = start();
    private final Map<String, String> adUnitToPayload = new ConcurrentHashMap<>();
    private final Map<String, String> pathToPage = new ConcurrentHashMap<>();
    private final List<Posted> fetches = new CopyOnWriteArrayList<>();
    private final List<Posted> events = new CopyOnWriteArrayList<>();
    private final List<Posted> feedback = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger feedbackRefusals = new AtomicInteger();
    private final AtomicInteger lastFetch = new AtomicInteger();
    private final AtomicInteger forgotten = new AtomicInteger();

    /// A request with a JSON body.
    record Posted(String query, @Nullable String idempotencyKey, String text) {
        JsonNode body() {
            return JSON.readTree(text);
        }
    }

    FakeAdServer() {
        site.createContext("/", this::answerPage);
        ads.createContext("/embed/interlude.js", this::answerScript);
        ads.createContext("/v1/", this::answerApi);
    }

    private static HttpServer start() {
        try {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return server;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String origin(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Serves the payload on the ad unit; before that it has no ad.
    void book(String adUnit, String payload) {
        adUnitToPayload.put(adUnit, payload.replace('\'', '"'));
    }

    /// Puts a page online and answers its address. In its body the script is written as `<script>`
    /// with its attributes.
    URI page(String path, String body) {
        String script = "<script async src=\"" + origin(ads) + "/embed/interlude.js\"";
        pathToPage.put(
                path,
                "<!doctype html><html lang=en><title>A page</title><body>"
                        + body.replace("<embed", script)
                        + "</body></html>");
        return URI.create(origin(site) + path);
    }

    /// Puts a script of the page's own online.
    void script(String path, String text) {
        pathToPage.put(path, text);
    }

    /// Refuses the next events for now.
    void refuse(int number) {
        refusals.set(number);
    }

    /// The same of what readers say.
    void refuseFeedback(int number) {
        feedbackRefusals.set(number);
    }

    List<Posted> fetches() {
        return List.copyOf(fetches);
    }

    /// Events of flows of the fetches that are not forgotten.
    List<Posted> events() {
        return remembered().filter(event -> !isSight(event)).toList();
    }

    /// Kinds of what readers said, of the fetches that are not forgotten.
    List<String> said() {
        return feedback.stream().map(posted -> posted.body().path("kind").asString()).toList();
    }

    /// Deliveries and reads of these fetches, by the type.
    List<String> sights() {
        return remembered().filter(FakeAdServer::isSight).map(FakeAdServer::type).toList();
    }

    private Stream<Posted> remembered() {
        return events.stream().filter(event -> fetchNumber(event) > forgotten.get());
    }

    private static boolean isSight(Posted event) {
        return Set.of("deliver", "read").contains(type(event));
    }

    private static String type(Posted event) {
        return event.body().path("eventType").asString();
    }

    private static int fetchNumber(Posted event) {
        return Integer.parseInt(
                event.body().path("fetchEventId").asString().replace("native-", ""));
    }

    /// Recorded events in brief: type and values, as in `choice_tap ask yes`.
    List<String> told() {
        List<String> told = new ArrayList<>();
        for (Posted event : events()) {
            StringBuilder line = new StringBuilder(type(event));
            event.body()
                    .path("eventData")
                    .forEach(value -> line.append(' ').append(value.asString()));
            told.add(line.toString());
        }
        return told;
    }

    /// A page that was left may still report, but of an earlier fetch.
    void forget() {
        forgotten.set(lastFetch.get());
        fetches.clear();
        events.clear();
        feedback.clear();
        refusals.set(0);
        feedbackRefusals.set(0);
    }

    private void answerPage(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String page = pathToPage.getOrDefault(path, "");
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Type", path.endsWith(".js") ? "text/javascript" : "text/html");
        headers.set(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self' %s; connect-src %s; img-src data: %s;"
                                .formatted(origin(ads), origin(ads), origin(ads))
                        + " require-trusted-types-for 'script'");
        headers.set("Referrer-Policy", "no-referrer");
        send(exchange, 200, page.getBytes(UTF_8));
    }

    private void answerScript(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/javascript;charset=UTF-8");
        send(exchange, 200, Files.readAllBytes(BUNDLE));
    }

    private void answerApi(HttpExchange exchange) throws IOException {
        var asked = exchange.getRequestHeaders();
        var headers = exchange.getResponseHeaders();
        headers.set("Access-Control-Allow-Origin", String.valueOf(asked.getFirst("Origin")));
        headers.set("Access-Control-Allow-Credentials", "true");
        if (exchange.getRequestMethod().equals("OPTIONS")) {
            headers.set("Access-Control-Allow-Methods", "POST");
            headers.set("Access-Control-Allow-Headers", "Content-Type, Idempotency-Key");
            send(exchange, 204, new byte[0]);
            return;
        }
        Posted posted =
                new Posted(
                        String.valueOf(exchange.getRequestURI().getRawQuery()),
                        asked.getFirst("Idempotency-Key"),
                        new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        headers.set("Content-Type", "application/json");
        if (exchange.getRequestURI().getPath().equals("/v1/feedback")) {
            feedback.add(posted);
            send(exchange, takesOne(feedbackRefusals) ? 503 : 201, "{}".getBytes(UTF_8));
        } else if (exchange.getRequestURI().getPath().equals("/v1/event")) {
            answerEvent(exchange, posted);
        } else {
            answerFetch(exchange, posted);
        }
    }

    private void answerFetch(HttpExchange exchange, Posted posted) throws IOException {
        fetches.add(posted);
        String payload = adUnitToPayload.get(posted.body().path("adUnit").asString(""));
        String ad =
                ("{\"messageId\":\"native-%d\",\"format\":\"native\",\"payload\":%s,"
                                + "\"decision\":{\"whyUrl\":\"http://127.0.0.1:9/w/token\"}}")
                        .formatted(lastFetch.incrementAndGet(), payload);
        send(
                exchange,
                payload == null ? 204 : 200,
                payload == null ? new byte[0] : ad.getBytes(UTF_8));
    }

    private void answerEvent(HttpExchange exchange, Posted posted) throws IOException {
        events.add(posted);
        send(exchange, takesOne(refusals) ? 503 : 201, "{}".getBytes(UTF_8));
    }

    private static boolean takesOne(AtomicInteger left) {
        return left.getAndUpdate(number -> Math.max(0, number - 1)) > 0;
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status, body.length == 0 ? NO_BODY : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    @Override
    public void close() {
        site.stop(0);
        ads.stop(0);
    }
}
