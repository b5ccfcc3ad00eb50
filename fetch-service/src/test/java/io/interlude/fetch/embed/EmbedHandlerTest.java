package io.interlude.fetch.embed;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.web.page.StaticFile;
import io.interlude.web.refusal.RefusalFunction;
import io.interlude.web.route.RouteTable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;
import tools.jackson.databind.JsonNode;

class EmbedHandlerTest {
    private static final Pattern PINNED = Pattern.compile("/embed/([0-9a-f]+)/interlude.js");

    private final Map<String, HandlerFunction<ServerResponse>> pathToHandler = new HashMap<>();

    @BeforeEach
    void register() {
        new EmbedHandler()
                .register(
                        new RouteTable() {
                            @Override
                            public RouteTable handle(
                                    HttpMethod method,
                                    String pattern,
                                    HandlerFunction<ServerResponse> handler,
                                    RefusalFunction refusals) {
                                pathToHandler.put(pattern, handler);
                                return this;
                            }
                        });
    }

    @Test
    void pagesOfEveryOriginMayLoadTheScript() {
        MockServerHttpResponse script = get("/embed/interlude.js");

        assertThat(script.getHeaders().getFirst("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(script.getHeaders().getFirst("Cross-Origin-Resource-Policy"))
                .isEqualTo("cross-origin");
        assertThat(script.getHeaders().getFirst("Cache-Control")).contains("max-age=600");
    }

    @Test
    void theManifestNamesAVersionThatLastsAndItsDigest() throws NoSuchAlgorithmException {
        JsonNode manifest = Json.MAPPER.readTree(body(get("/embed/interlude.json")));

        MockServerHttpResponse script = get(manifest.path("script").asString());
        assertThat(script.getHeaders().getFirst("Cache-Control"))
                .isEqualTo("public, max-age=31536000, immutable");
        assertThat(manifest.path("script").asString())
                .isEqualTo("/embed/" + manifest.path("version").asString() + "/interlude.js");
        byte[] digest =
                MessageDigest.getInstance("SHA-384").digest(StaticFile.read("embed/interlude.js"));
        assertThat(manifest.path("integrity").asString())
                .isEqualTo("sha384-" + Base64.getEncoder().encodeToString(digest));
        assertThat(body(script)).isEqualTo(body(get("/embed/interlude.js")));
    }

    @Test
    void anotherVersionIsNotThere() {
        assertThat(get("/embed/0123456789ab/interlude.js").getStatusCode())
                .isEqualTo(HttpStatus.NOT_FOUND);
    }

    private MockServerHttpResponse get(String path) {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get(path));
        Matcher pinned = PINNED.matcher(path);
        boolean isPinned = pinned.matches();
        if (isPinned) {
            exchange.getAttributes()
                    .put(
                            RouterFunctions.URI_TEMPLATE_VARIABLES_ATTRIBUTE,
                            Map.of("version", pinned.group(1)));
        }
        String pattern = isPinned ? "/embed/{version}/interlude.js" : path;
        Objects.requireNonNull(pathToHandler.get(pattern), path)
                .handle(ServerRequest.create(exchange, List.of()))
                .flatMap(answer -> answer.writeTo(exchange, new NoContext()))
                .block();
        return exchange.getResponse();
    }

    private static String body(MockServerHttpResponse answer) {
        return Objects.requireNonNull(answer.getBodyAsString().block());
    }

    private static final class NoContext implements ServerResponse.Context {
        @Override
        public List<HttpMessageWriter<?>> messageWriters() {
            return List.of();
        }

        @Override
        public List<ViewResolver> viewResolvers() {
            return List.of();
        }
    }
}
