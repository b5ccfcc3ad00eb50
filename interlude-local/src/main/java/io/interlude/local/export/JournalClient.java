package io.interlude.local.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.journal.json.Json;
import io.interlude.local.demo.ProductAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The journal and its manifests over HTTP. Holds one page of manifests, or one event.
final class JournalClient implements AutoCloseable {
    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(10);

    /// Until an answer begins: the product may wait for its turn, and then reads a first page.
    private static final Duration ANSWER_DEADLINE = Duration.ofMinutes(2);

    private static final int MANIFESTS_AT_ONCE = 1_000;
    private static final String MANIFESTS = "/v1/journal/manifests?limit=";

    /// How often a product is asked that has no time now, and how long it is left alone at most.
    private static final int ATTEMPTS = 6;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(5);
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final ProductAccess product;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_DEADLINE)
                    .build();

    JournalClient(ProductAccess product) {
        this.product = product;
    }

    /// The org whose key this has.
    ///
    /// @throws IllegalArgumentException with a sentence that says why it was refused
    String org() throws IOException, InterruptedException {
        try (InputStream body = get(MANIFESTS + 1, "application/json")) {
            String org = read(body.readAllBytes()).path("orgId").asString("");
            if (org.isEmpty()) {
                throw new IllegalArgumentException(
                        product.url() + " does not say whose key this is: it is too old for this.");
            }
            return org;
        }
    }

    /// Gives all manifests of hours from `since` on, in the order in which they were made.
    ///
    /// @param after the cursor to go on from; null for the beginning
    /// @throws IllegalArgumentException with a sentence that says why they were refused
    void manifests(Instant since, @Nullable String after, Consumer<Manifest> taker)
            throws IOException, InterruptedException {
        String from = MANIFESTS + MANIFESTS_AT_ONCE + "&from=" + since;
        String cursor = after;
        do {
            JsonNode page;
            try (InputStream body =
                    get(cursor == null ? from : from + "&cursor=" + cursor, "application/json")) {
                page = read(body.readAllBytes());
            }
            page.path("items").forEach(item -> taker.accept(manifest(item)));
            cursor = page.path("nextCursor").asString(null);
        } while (cursor != null);
    }

    private static Manifest manifest(JsonNode item) {
        return new Manifest(
                Instant.parse(item.path("hour").asString()),
                "%s %d %s\n"
                        .formatted(
                                item.path("topic").asString(),
                                item.path("partition").asInt(),
                                item.path("hash").asString()),
                item.path("cursor").asString());
    }

    /// Gives the org's events of the hour, in the order of their times.
    ///
    /// @throws IOException if they do not all come
    /// @throws IllegalArgumentException with a sentence that says why they were refused
    void events(SealedHour hour, EventTaker taker) throws IOException, InterruptedException {
        String query = "/v1/journal?sealedHour=%s&sealedTo=%s".formatted(hour.start(), hour.upTo());
        String after = hour.after();
        try (InputStream body =
                        get(
                                after == null ? query : query + "&sealedFrom=" + after,
                                "application/x-ndjson");
                BufferedReader lines = new BufferedReader(new InputStreamReader(body, UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                taker.take(read(line.getBytes(UTF_8)));
            }
        }
    }

    private InputStream get(String path, String type) throws IOException, InterruptedException {
        URI url = product.url().resolve(path);
        HttpRequest request =
                HttpRequest.newBuilder(url)
                        .timeout(ANSWER_DEADLINE)
                        .header("Authorization", "Bearer " + product.key())
                        .header("Accept", type)
                        .build();
        HttpResponse<InputStream> answer = send(request);
        for (int attempt = 1; answer.statusCode() == UNAVAILABLE && attempt < ATTEMPTS; attempt++) {
            answer.body().close();
            pause(answer);
            answer = send(request);
        }
        if (answer.statusCode() != OK) {
            try (InputStream body = answer.body()) {
                throw new IllegalArgumentException(
                        "The product answered %d. %s"
                                .formatted(
                                        answer.statusCode(),
                                        read(body.readAllBytes())
                                                .path("description")
                                                .asString("")));
            }
        }
        return answer.body();
    }

    private HttpResponse<InputStream> send(HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (ConnectException e) {
            throw new IllegalArgumentException(
                    "No product answers at %s: start it with ./interlude up, or give --url."
                            .formatted(product.url()),
                    e);
        }
    }

    /// As long as the answer asks for, within bounds.
    private static void pause(HttpResponse<?> answer) throws InterruptedException {
        Duration asked =
                answer.headers()
                        .firstValue("Retry-After")
                        .filter(text -> SECONDS.matcher(text).matches())
                        .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                        .orElse(USUAL_PAUSE);
        Duration pause = asked.compareTo(LONGEST_PAUSE) < 0 ? asked : LONGEST_PAUSE;
        var _ = new CountDownLatch(1).await(pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Whatever answers is not always the product.
    private JsonNode read(byte[] json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(product.url() + " is no Interlude: see --url.", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }

    /// Takes one event after the other.
    @FunctionalInterface
    interface EventTaker {
        void take(JsonNode event) throws IOException;
    }
}
