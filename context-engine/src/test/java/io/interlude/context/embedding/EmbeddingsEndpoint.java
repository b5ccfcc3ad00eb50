package io.interlude.context.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An OpenAI-compatible endpoint on this machine, whose model is the static table. What that does
/// not read has a vector all the same, as of any model.
public final class EmbeddingsEndpoint implements AutoCloseable {
    private final List<Integer> sizes = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile UnaryOperator<float[]> change = UnaryOperator.identity();

    public EmbeddingsEndpoint() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.createContext("/v1/embeddings", this::handle);
        server.start();
    }

    public HttpEmbedder.Endpoint endpoint() {
        URI uri =
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/embeddings");
        return new HttpEmbedder.Endpoint(uri, "table", null);
    }

    /// Answers the next requests with an error.
    public void refuse(int requests) {
        refusals.set(requests);
    }

    /// Puts another model behind the same name.
    public void changeModel(UnaryOperator<float[]> change) {
        this.change = change;
    }

    /// How many texts each request had, in their order, those that were refused too.
    public List<Integer> sizes() {
        return List.copyOf(sizes);
    }

    private void handle(HttpExchange exchange) throws IOException {
        JsonNode asked = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
        JsonNode texts = asked.path("input");
        sizes.add(texts.size());
        boolean refused = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        byte[] answer =
                refused
                        ? asked.toString().getBytes(UTF_8)
                        : JsonMapper.shared().writeValueAsBytes(Map.of("data", vectors(texts)));
        exchange.sendResponseHeaders(refused ? 503 : 200, answer.length);
        try (var out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    private List<Object> vectors(JsonNode texts) {
        List<Object> data = new ArrayList<>();
        for (JsonNode text : texts) {
            float[] vector = change.apply(vector(text.stringValue()));
            data.add(Map.of("index", data.size(), "embedding", vector));
        }
        return data;
    }

    private static float[] vector(String text) {
        Embedding read = Embedders.STATIC.embed(text);
        float[] vector = new float[Embedders.STATIC.dimensions()];
        if (read.isNone()) {
            vector[Math.floorMod(text.hashCode(), vector.length)] = 1;
            return vector;
        }
        return read.toArray();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
