package io.interlude.journey;

import static io.interlude.journey.Canaries.named;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The product with a reader that its operator brings: a model in a folder, or an endpoint.
class ReadersIT {
    private static final String NEED = "下个月想去云南玩几天，帮我找个舒服的酒店";
    private static final String SORROW = "我奶奶昨晚突然去世了，我一直在哭，不知道怎么办";
    private static final String KEY = "key-of-the-reader-of-this-test";
    private static final int DIMENSIONS = 8;

    @TempDir private Path folder;
    @TempDir private Path elsewhere;

    private volatile boolean broken;
    private int asked;

    @Test
    void aModelInAFolderReadsItsLanguage() throws Exception {
        Map<String, String> settings =
                Map.of(
                        "INTERLUDE_CONTEXT_EMBEDDER", "onnx",
                        "INTERLUDE_CONTEXT_MODEL", chineseModel().toString(),
                        "INTERLUDE_CONTEXT_LANGUAGES", "zh",
                        "INTERLUDE_CONTEXT_TRANSFORMER_BUDGET", "2s");
        try (ProductProcess product = ProductProcess.startOn(folder, settings)) {
            Bookings booked = Bookings.make(product, "readers");
            booked.lineItem("hotels", "", List.of("酒店", "度假旅行"));
            booked.lineItem("furniture", "", List.of("家具", "沙发"));

            JsonNode filled = ask(booked, NEED);
            JsonNode declined = ask(booked, SORROW);
            JsonNode unread = ask(booked, "a cheap hotel in the city, please");

            assertThat(filled.path("payload").path("title").asString())
                    .as(filled.toString())
                    .isEqualTo("hotels-creative");
            assertThat(declined.path("category").asString())
                    .as(declined.toString())
                    .isEqualTo("grief");
            assertThat(unread.path("category").asString())
                    .as(unread.toString())
                    .isEqualTo("unread");
            JsonNode context = decision(booked, filled).path("context");
            assertThat(context.path("embedder").asString()).isEqualTo("onnx");
            assertThat(context.path("language").asString()).isEqualTo("zh");
            isNowhere(product, NEED, SORROW);
        }
    }

    @Test
    void anEndpointIsLearnedForAndStoodInFor() throws Exception {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/embeddings", this::answer);
        server.start();
        String endpoint =
                "http://127.0.0.1:%d/v1/embeddings".formatted(server.getAddress().getPort());
        Map<String, String> settings =
                Map.of(
                        "INTERLUDE_CONTEXT_EMBEDDER", "http",
                        "INTERLUDE_CONTEXT_ENDPOINT", endpoint,
                        "INTERLUDE_CONTEXT_MODEL", "small",
                        "INTERLUDE_CONTEXT_TRANSFORMER_BUDGET", "2s",
                        "INTERLUDE_CONTEXT_APPROPRIATENESS", "false",
                        "INTERLUDE_CONTEXT_API_KEY_FILE",
                                Files.writeString(elsewhere.resolve("key"), KEY).toString());
        try (ProductProcess product = ProductProcess.startOn(folder, settings)) {
            Bookings booked = Bookings.make(product, "endpoint");
            booked.lineItem("hotels", "", List.of("hotels")).lineItem("anything", "");

            Eventually.holds("the endpoint reads", () -> reader(booked).equals("http"));
            broken = true;

            assertThat(reader(booked)).isEqualTo("static");
            isNowhere(product, named("context"), KEY);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aFolderThatMakesNoReaderStopsTheStartWithASentence() throws IOException {
        Path model = chineseModel();
        Files.writeString(model.resolve("tokenizer.json"), "{}");
        refuses(model, "interlude.context.model: " + model.resolve("tokenizer.json"));
        Files.delete(model.resolve("tokenizer.json"));
        refuses(model, "interlude.context.model: " + model.resolve("tokenizer.json"));
        Path none = elsewhere.resolve("none");
        refuses(none, "interlude.context.model: " + none.resolve("model.onnx"));
    }

    private void refuses(Path model, String sentence) {
        Map<String, String> settings =
                Map.of(
                        "INTERLUDE_CONTEXT_EMBEDDER",
                        "onnx",
                        "INTERLUDE_CONTEXT_MODEL",
                        model.toString());
        assertThatThrownBy(() -> ProductProcess.startOn(folder, settings))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(sentence);
    }

    /// The answer to a test fetch with the context.
    private static JsonNode ask(Bookings booked, String context)
            throws IOException, InterruptedException {
        String fetch = "{\"adUnit\": \"pause\", \"test\": %d, \"context\": \"%s\"}";
        assertThat(booked.publisher().fetch(fetch.formatted(0, context)).statusCode())
                .isIn(200, 204);
        return booked.publisher().expect(200, "POST", "/v1/fetch/v2", fetch.formatted(1, context));
    }

    private static JsonNode decision(Bookings booked, JsonNode answer) {
        String path = "/v1/journal/" + answer.path("messageId").asString() + "/decision";
        AtomicReference<String> decision = new AtomicReference<>("");
        Eventually.holds(
                "the decision can be explained",
                () -> {
                    HttpResponse<String> read =
                            quietly(() -> booked.management().call("GET", path, ""));
                    decision.set(read.body());
                    return read.statusCode() == 200;
                });
        return Api.JSON.readTree(decision.get());
    }

    /// What reads a context that was not read before.
    private String reader(Bookings booked) {
        String context =
                "a hotel in Rome for two nights %d %s".formatted(asked++, named("context"));
        return decision(booked, quietly(() -> ask(booked, context)))
                .path("context")
                .path("embedder")
                .asString();
    }

    private static <T> T quietly(Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// No record, file or line of a log has one of the texts.
    private void isNowhere(ProductProcess product, String... texts) throws IOException {
        Canaries canaries = new Canaries();
        for (String text : texts) {
            canaries.secret(text, text);
            canaries.secret(text + " in UTF-8", new String(text.getBytes(UTF_8), ISO_8859_1));
        }
        CanarySearch search = new CanarySearch(canaries);
        search.topics(product.brokers());
        search.files(folder);
        assertThat(canaries.found()).isEmpty();
    }

    /// Vectors that mean nothing, or an error that repeats what was asked.
    private void answer(HttpExchange exchange) throws IOException {
        byte[] asked = exchange.getRequestBody().readAllBytes();
        List<Map<String, Object>> data = new ArrayList<>();
        for (JsonNode text : Api.JSON.readTree(asked).path("input")) {
            SplittableRandom random = new SplittableRandom(text.asString().hashCode());
            double[] vector = random.doubles(DIMENSIONS, -1, 1).toArray();
            data.add(Map.of("index", data.size(), "embedding", vector));
        }
        byte[] body = broken ? asked : Api.JSON.writeValueAsBytes(Map.of("data", data));
        exchange.sendResponseHeaders(broken ? 500 : 200, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /// bge-small-zh-v1.5 with 8-bit weights, as the guide makes its folder.
    private Path chineseModel() throws IOException {
        Path model = Files.createDirectories(elsewhere.resolve("model"));
        unpack("/bge-small-zh-v1.5-q.onnx", model.resolve("model.onnx"));
        unpack("/bge-small-zh-v1.5-q-tokenizer.json", model.resolve("tokenizer.json"));
        Path pooling = Files.createDirectories(model.resolve("1_Pooling"));
        Files.writeString(
                pooling.resolve("config.json"),
                "{\"pooling_mode_cls_token\": true, \"pooling_mode_mean_tokens\": false}");
        return model;
    }

    private static void unpack(String resource, Path file) throws IOException {
        try (InputStream packed = requireNonNull(ReadersIT.class.getResourceAsStream(resource))) {
            Files.copy(packed, file);
        }
    }
}
