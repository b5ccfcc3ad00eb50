package io.interlude.local.sms;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.interlude.flow.FlowEvent;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The product as the SMS thread uses it: fetches a flow, and reports events one after the other in
/// the background, so that they arrive in order and the conversation never waits for them.
final class FlowAds implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int FILLED = 200;
    private static final int NO_FILL = 204;
    private static final int RECORDED = 201;

    private final URI base;
    private final String key;
    private final HttpClient http;
    private final AtomicInteger lost = new AtomicInteger();
    private CompletableFuture<Void> reported = CompletableFuture.completedFuture(null);

    FlowAds(URI base, String key) {
        this.base = base;
        this.key = key;
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(DEADLINE)
                        .build();
    }

    /// Asks for a flow; empty when there is none.
    ///
    /// @throws IllegalArgumentException with a sentence that says what is wrong, when the product
    ///   refuses
    Optional<ServedFlow> fetch(@Nullable String adUnit, @Nullable String subscriber)
            throws IOException, InterruptedException {
        HttpResponse<String> answer =
                ask(JSON.writeValueAsString(new Asked("Flow", adUnit, subscriber)));
        return switch (answer.statusCode()) {
            case FILLED -> Optional.of(served(JSON.readTree(answer.body())));
            case NO_FILL -> Optional.empty();
            default -> throw refused(answer);
        };
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Asked(String adFormat, @Nullable String adUnit, @Nullable String subscriber) {}

    private HttpResponse<String> ask(String body) throws IOException, InterruptedException {
        try {
            return http.send(post("/v1/fetch/v2", body), HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new IllegalArgumentException(
                    "No product answers at " + base + ": start it with ./interlude up.", e);
        }
    }

    private ServedFlow served(JsonNode ad) {
        String messageId = ad.path("messageId").asString("");
        return new ServedFlow(
                JSON.convertValue(ad.path("payload"), OBJECT),
                events -> events.forEach(event -> report(event, messageId)));
    }

    private static IllegalArgumentException refused(HttpResponse<String> answer) {
        String description = description(answer.body());
        return new IllegalArgumentException(
                "The product answered %d to the fetch. %s"
                        .formatted(answer.statusCode(), description));
    }

    /// Whatever answers is not always the product.
    private static String description(String body) {
        try {
            return JSON.readTree(body).path("description").asString("");
        } catch (JacksonException _) {
            return "";
        }
    }

    private void report(FlowEvent event, String messageId) {
        HttpRequest request = post("/v1/event", JSON.writeValueAsString(event.body(messageId)));
        reported = reported.thenCompose(_ -> send(request));
    }

    private CompletableFuture<Void> send(HttpRequest request) {
        return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle((answer, failure) -> {
                    if (failure != null || answer.statusCode() != RECORDED) {
                        lost.incrementAndGet();
                    }
                    return null;
                });
    }

    private HttpRequest post(String path, String body) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(DEADLINE)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /// Waits until the events under way have been answered, for ten seconds at most.
    ///
    /// @return how many were not recorded
    int lostEvents() throws InterruptedException {
        try {
            reported.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            return lost.get();
        } catch (TimeoutException | ExecutionException e) {
            return lost.get() + 1;
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
