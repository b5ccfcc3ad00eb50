package io.interlude.local.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A product that has a list of manifests, each with some events, and answers as the journal over
/// HTTP does. The cursor of a manifest is the number of those up to it.
final class StubJournal implements AutoCloseable {
    private static final int PAGE = 2;

    final List<String> asked = new CopyOnWriteArrayList<>();
    final CountDownLatch held = new CountDownLatch(1);

    /// Status of every answer.
    volatile int status = 200;

    /// Number of answers, from now on, that say to come back at once.
    final AtomicInteger unavailable = new AtomicInteger();

    /// Whose key it takes every key for.
    volatile String org = "org-1";

    /// Number of the request for events, from 1, whose answer breaks off or never ends.
    volatile int breaksOffAt;

    volatile int holdsAt;

    private final List<Sealed> manifests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;
    private int eventRequests;

    private record Sealed(Instant hour, int partition, List<String> eventIds) {}

    StubJournal() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/journal/manifests", this::manifests);
        server.createContext("/v1/journal", this::events);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void seal(String hour, int partition, String... eventIds) {
        manifests.add(new Sealed(Instant.parse(hour), partition, List.of(eventIds)));
    }

    /// Ids of all events that are sealed.
    List<String> eventIds() {
        return manifests.stream().flatMap(each -> each.eventIds().stream()).sorted().toList();
    }

    private void manifests(HttpExchange exchange) throws IOException {
        Map<String, String> query = query(exchange.getRequestURI());
        Instant from = Instant.parse(query.getOrDefault("from", "1970-01-01T00:00:00Z"));
        int start = Integer.parseInt(query.getOrDefault("cursor", "0"));
        int end = Math.min(start + PAGE, manifests.size());
        String items =
                IntStream.range(start, end)
                        .filter(number -> !manifests.get(number).hour().isBefore(from))
                        .mapToObj(this::manifest)
                        .collect(Collectors.joining(","));
        String next = end < manifests.size() ? ", \"nextCursor\": \"" + end + '"' : "";
        answer(
                exchange,
                "{\"orgId\": \"" + org + "\", \"items\": [" + items + "]" + next + "}",
                false);
    }

    private String manifest(int number) {
        Sealed sealed = manifests.get(number);
        return """
        {"topic": "ads.fetches", "partition": %d, "hour": "%s", "hash": "h%d", "cursor": "%d"}\
        """
                .formatted(sealed.partition(), sealed.hour(), number, number + 1);
    }

    private void events(HttpExchange exchange) throws IOException {
        Map<String, String> query = query(exchange.getRequestURI());
        Instant hour = Instant.parse(query.getOrDefault("sealedHour", ""));
        int from = Integer.parseInt(query.getOrDefault("sealedFrom", "0"));
        int to = Integer.parseInt(query.getOrDefault("sealedTo", "0"));
        String lines =
                manifests.subList(from, to).stream()
                        .filter(sealed -> sealed.hour().equals(hour))
                        .flatMap(sealed -> sealed.eventIds().stream())
                        .map(id -> event(id, hour))
                        .collect(Collectors.joining());
        eventRequests++;
        if (eventRequests == holdsAt) {
            hold(exchange, lines);
        }
        answer(exchange, lines, eventRequests == breaksOffAt);
    }

    private static String event(String id, Instant hour) {
        return """
        {"eventId": "%s", "eventType": "fetch", "occurredAt": "%s", "receivedAt": "%s",\
         "journaledAt": "%s", "verdict": "counted", "source": "api", "test": false,\
         "lineItemId": "li-1", "creativeVersion": 2, "value": "1.50", "eventData": {"a": 1.10}}
        """
                .formatted(id, hour, hour, hour);
    }

    private void answer(HttpExchange exchange, String body, boolean breakOff) throws IOException {
        asked.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().get("Accept"));
        int answered = status;
        if (unavailable.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            answered = 503;
            exchange.getResponseHeaders().set("Retry-After", "0");
        }
        byte[] bytes =
                answered == 200
                        ? body.getBytes(UTF_8)
                        : "{\"description\": \"Send a read key.\"}".getBytes(UTF_8);
        exchange.sendResponseHeaders(answered, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes, 0, breakOff ? bytes.length / 2 : bytes.length);
            exchange.getResponseBody().flush();
        }
        exchange.close();
    }

    /// Sends the first half, and then nothing as long as this is open.
    private void hold(HttpExchange exchange, String body) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        out.write(body.substring(0, body.length() / 2).getBytes(UTF_8));
        out.flush();
        held.countDown();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> query(URI address) {
        Map<String, String> nameToValue = new HashMap<>();
        List<String> parts = new ArrayList<>(Arrays.asList(address.getQuery().split("&", -1)));
        parts.forEach(part ->
                nameToValue.put(part.replaceFirst("=.*", ""), part.replaceFirst(".*=", "")));
        return nameToValue;
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
