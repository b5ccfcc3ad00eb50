package io.interlude.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// POSTs JSON to one server.
final class Http implements AutoCloseable {
    /// Of ASCII alone, so that a text has as many bytes as characters.
    static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                    .changeDefaultPropertyInclusion(
                            all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .build();

    private static final int MOST_BYTES = 8 << 20; // 8 MiB

    private final HttpClient client;
    private final String base;
    private final String authorization;

    Http(URI url, String key) {
        base = url.toString().replaceFirst("/+$", "");
        authorization = "Bearer " + key;
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    /// An answer.
    ///
    /// @param status 0 where there was none
    /// @param body missing where it is no JSON
    /// @param retryAfter zero unless the server said so
    record Answer(int status, JsonNode body, Duration retryAfter) {
        static final Answer NONE = new Answer(0, MissingNode.getInstance(), Duration.ZERO);

        static Answer of(HttpResponse<byte[]> response) {
            return new Answer(
                    response.statusCode(),
                    json(response.body()),
                    response.headers()
                            .firstValue("Retry-After")
                            .map(Answer::seconds)
                            .orElse(Duration.ZERO));
        }

        private static JsonNode json(byte[] body) {
            try {
                return JSON.readTree(body);
            } catch (JacksonException e) {
                return MissingNode.getInstance();
            }
        }

        private static Duration seconds(String header) {
            try {
                double seconds = Double.parseDouble(header);
                return Duration.ofMillis((long) Math.clamp(seconds * 1_000, 0, 3.6e6));
            } catch (NumberFormatException e) {
                return Duration.ZERO;
            }
        }

        @Nullable String text(String field) {
            return body.path(field).stringValue(null);
        }
    }

    /// Cancelling it ends the exchange.
    ///
    /// @param timeout until there is an answer; nothing bounds its body, nor the look-up of the
    ///   name
    CompletableFuture<HttpResponse<byte[]>> post(
            String path, byte[] body, Duration timeout, @Nullable String idempotencyKey) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path))
                        .timeout(timeout)
                        .header("Content-Type", "application/json")
                        .header("Authorization", authorization)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        if (idempotencyKey != null) {
            request.header("Idempotency-Key", idempotencyKey);
        }
        return client.sendAsync(request.build(), atMost());
    }

    /// Drops what is beyond the bound, and with it the end of the JSON.
    private static BodyHandler<byte[]> atMost() {
        return head -> {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            return BodySubscribers.mapping(
                    BodySubscribers.ofByteArrayConsumer(part -> keep(part, read)),
                    done -> read.toByteArray());
        };
    }

    private static void keep(Optional<byte[]> part, ByteArrayOutputStream read) {
        part.filter(bytes -> bytes.length + read.size() <= MOST_BYTES).ifPresent(read::writeBytes);
    }

    /// Ends what is under way.
    @Override
    public void close() {
        client.shutdownNow();
    }
}
