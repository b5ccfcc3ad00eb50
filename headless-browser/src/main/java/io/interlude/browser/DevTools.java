package io.interlude.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A connection of the Chrome DevTools protocol: calls with their replies, and events.
final class DevTools implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long DEADLINE_SECONDS = 60;

    private final WebSocket socket;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> replies = new ConcurrentHashMap<>();

    /// @param events takes the name and the parameters of each event
    DevTools(HttpClient client, URI address, BiConsumer<String, JsonNode> events) {
        socket =
                client.newWebSocketBuilder()
                        .connectTimeout(Duration.ofSeconds(DEADLINE_SECONDS))
                        .buildAsync(address, new Replies(events))
                        .join();
    }

    /// The result of a call.
    ///
    /// @throws RuntimeException if it failed, or was not answered within 60 s
    JsonNode call(String method, Map<String, Object> parameters) {
        int id = lastId.incrementAndGet();
        CompletableFuture<JsonNode> reply = new CompletableFuture<>();
        replies.put(id, reply);
        write(id, method, parameters);
        return reply.orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS).join();
    }

    /// Sends a call whose result does not matter.
    void send(String method, Map<String, Object> parameters) {
        write(lastId.incrementAndGet(), method, parameters);
    }

    /// One message after the other, as the socket wants them.
    private synchronized void write(int id, String method, Map<String, Object> parameters) {
        String message =
                JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
        socket.sendText(message, true).join();
    }

    @Override
    public void close() {
        socket.abort();
    }

    /// Collects the parts of each message and completes the call that it answers.
    private final class Replies implements WebSocket.Listener {
        private final BiConsumer<String, JsonNode> events;
        private final List<CharSequence> parts = new ArrayList<>();

        private Replies(BiConsumer<String, JsonNode> events) {
            this.events = events;
        }

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket from, CharSequence part, boolean last) {
            parts.add(part.toString());
            if (last) {
                receive(JSON.readTree(String.join("", parts)));
                parts.clear();
            }
            from.request(1);
            return null;
        }

        private void receive(JsonNode message) {
            if (!message.has("id")) {
                events.accept(message.path("method").asString(""), message.path("params"));
                return;
            }
            CompletableFuture<JsonNode> reply = replies.remove(message.get("id").asInt());
            if (reply != null) {
                complete(reply, message);
            }
        }

        private void complete(CompletableFuture<JsonNode> reply, JsonNode message) {
            if (message.has("error")) {
                reply.completeExceptionally(new AssertionError(message.get("error").toString()));
            } else {
                reply.complete(message.get("result"));
            }
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            replies.values().forEach(reply -> reply.completeExceptionally(error));
        }
    }
}
