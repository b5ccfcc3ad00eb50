package io.interlude.context.embedding;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Has texts embedded by an OpenAI-compatible endpoint: of all parts those that it has not read
/// before, [#MOST_TEXTS] in a request.
///
/// A request that fails is not repeated. After a failure that is not the text's, the endpoint is
/// left alone for a second. Redirects are not followed, and an answer over [#MOST_BYTES] is none.
/// Every failure is a [ReaderUnavailableException]; the log has one line when the endpoint goes and
/// one when it is back.
public final class HttpEmbedder implements Embedder {
    /// Longest answer: more than the texts of a request need, with 4,096 numbers each.
    static final int MOST_BYTES = 8 << 20;

    /// Texts in a request. Some endpoints take no more.
    static final int MOST_TEXTS = 32;

    private static final Logger LOG = LoggerFactory.getLogger(HttpEmbedder.class);
    private static final int MOST_DIMENSIONS = 4_096;
    private static final int MOST_CHARACTERS = 4_096;
    private static final double LARGEST = 1e6;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// Of an embedder of many texts, for which no caller waits.
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(30);

    /// Vectors that are remembered then: some thousands of the longest.
    private static final int MANY_BYTES = 128 << 20;

    private static final int OK = 200;

    /// Statuses that speak of the text that was sent, not of the endpoint.
    private static final List<Integer> OF_THE_TEXT = List.of(400, 413, 422);

    private final Endpoint endpoint;
    private final Duration patience;
    private final Duration pause;
    private final HttpClient client;
    private final AtomicInteger dimensions;
    private final AtomicBoolean absent = new AtomicBoolean();
    private final TurnReadings turns;
    private final AtomicLong resumesAt = new AtomicLong(System.nanoTime());

    /// @param dimensions length of the vectors; others are none
    public HttpEmbedder(Endpoint endpoint, int dimensions) {
        this(endpoint, PATIENCE, PAUSE, dimensions, new TurnReadings());
    }

    /// @param patience longest time of a request
    /// @param pause time for which a failed endpoint is left alone
    /// @param dimensions length of the vectors; 0 for that of the first answer
    HttpEmbedder(
            Endpoint endpoint,
            Duration patience,
            Duration pause,
            int dimensions,
            TurnReadings turns) {
        this.endpoint = endpoint;
        this.patience = patience;
        this.pause = pause;
        this.dimensions = new AtomicInteger(dimensions);
        this.turns = turns;
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(patience)
                        .build();
    }

    /// One for thousands of texts for which no caller waits: it gives the endpoint half a minute
    /// for a request, and forgets none of them.
    static HttpEmbedder forMany(Endpoint endpoint) {
        return new HttpEmbedder(endpoint, LONG_PATIENCE, PAUSE, 0, new TurnReadings(MANY_BYTES));
    }

    /// The address, model and key. Prints without the key.
    ///
    /// @param uri http or https
    /// @param apiKey sent as a bearer token; null to send none
    public record Endpoint(URI uri, String model, @Nullable String apiKey) {
        public Endpoint {
            requireNonNull(uri, "uri is null");
            requireNonNull(model, "model is null");
        }

        @Override
        public String toString() {
            return "Endpoint[" + uri + ", " + model + "]";
        }
    }

    /// That of the first answer; 0 before.
    @Override
    public int dimensions() {
        return dimensions.get();
    }

    @Override
    public Embedding embed(List<WeightedText> parts) {
        return turns.read(parts, this::read);
    }

    @Override
    public List<Embedding> embedAll(List<List<WeightedText>> several) {
        return turns.readAll(several, this::read);
    }

    private List<Embedding> read(List<String> texts) {
        List<Embedding> all = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += MOST_TEXTS) {
            all.addAll(ask(texts.subList(from, Math.min(from + MOST_TEXTS, texts.size()))));
        }
        return all;
    }

    private List<Embedding> ask(List<String> texts) {
        if (System.nanoTime() - resumesAt.get() < 0) {
            throw new ReaderUnavailableException("paused after a failure");
        }
        List<Embedding> units = units(post(texts), texts.size());
        if (absent.getAndSet(false)) {
            LOG.info("context.reader-back");
        }
        return units;
    }

    private byte[] post(List<String> texts) {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(
                        request(texts),
                        BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
        try {
            HttpResponse<byte[]> response = answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            int status = response.statusCode();
            if (OF_THE_TEXT.contains(status)) {
                throw new ReaderUnavailableException("text refused with status " + status);
            }
            if (status != OK) {
                throw failed("status " + status);
            }
            return response.body();
        } catch (TimeoutException _) {
            answer.cancel(true);
            throw failed("no answer in time");
        } catch (ExecutionException _) {
            throw failed("no whole answer");
        } catch (InterruptedException _) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new ReaderUnavailableException("not waited for any longer");
        }
    }

    private HttpRequest request(List<String> texts) {
        Map<String, Object> body =
                Map.of(
                        "model",
                        endpoint.model(),
                        "input",
                        texts.stream().map(HttpEmbedder::cut).toList(),
                        "encoding_format",
                        "float");
        HttpRequest.Builder request =
                HttpRequest.newBuilder(endpoint.uri())
                        .header("Content-Type", "application/json")
                        .POST(
                                BodyPublishers.ofByteArray(
                                        JsonMapper.shared().writeValueAsBytes(body)));
        String apiKey = endpoint.apiKey();
        if (apiKey != null) {
            request.header("Authorization", "Bearer " + apiKey);
        }
        return request.build();
    }

    private static String cut(String text) {
        if (text.length() <= MOST_CHARACTERS) {
            return text;
        }
        boolean splits = Character.isHighSurrogate(text.charAt(MOST_CHARACTERS - 1));
        return text.substring(0, splits ? MOST_CHARACTERS - 1 : MOST_CHARACTERS);
    }

    private List<Embedding> units(byte[] answer, int count) {
        JsonNode data;
        try {
            data = JsonMapper.shared().readTree(answer).path("data");
        } catch (JacksonException _) {
            throw failed("an answer that is no JSON");
        }
        Embedding[] units = new Embedding[count];
        for (JsonNode each : data) {
            int index = each.path("index").asInt(-1);
            if (index < 0 || index >= count || units[index] != null) {
                throw failed("vectors for other texts");
            }
            units[index] = unit(each.path("embedding"));
        }
        if (data.size() != count) {
            throw failed("a vector too few");
        }
        return List.of(units);
    }

    private Embedding unit(JsonNode numbers) {
        int length = numbers.size();
        if (!numbers.isArray() || length == 0 || length > MOST_DIMENSIONS) {
            throw failed("no vector");
        }
        if (!dimensions.compareAndSet(0, length) && dimensions.get() != length) {
            throw failed("a vector of another dimension");
        }
        float[] vector = new float[length];
        for (int i = 0; i < length; i++) {
            double value = numbers.get(i).asDouble(Double.POSITIVE_INFINITY);
            if (!(Math.abs(value) <= LARGEST)) {
                throw failed("a vector of something else than numbers");
            }
            vector[i] = (float) value;
        }
        Embedding unit = Embedding.ofDirection(vector);
        if (unit.isNone()) {
            throw failed("a vector of zeros");
        }
        return unit;
    }

    private ReaderUnavailableException failed(String reason) {
        resumesAt.set(System.nanoTime() + pause.toNanos());
        if (!absent.getAndSet(true)) {
            LOG.warn("context.reader-absent reason={}", reason);
        }
        return new ReaderUnavailableException(reason);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
