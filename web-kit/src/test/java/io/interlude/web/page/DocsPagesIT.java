package io.interlude.web.page;

import static java.net.http.HttpResponse.BodyHandlers.ofString;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocsPagesIT {
    private static final HttpEndpoint ENDPOINT =
            LoopbackServer.of(List.of(new DocsPages()), new SimpleMeterRegistry());

    @BeforeAll
    static void start() {
        ENDPOINT.start();
    }

    @AfterAll
    static void stop() {
        ENDPOINT.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "/docs, text/html;charset=UTF-8, <h1 id=\"documentation\">Documentation</h1>",
        "/docs/, text/html;charset=UTF-8, <h1 id=\"documentation\">Documentation</h1>",
        "/docs/start, text/html;charset=UTF-8, ./interlude up",
        "/docs/operations/how-do-i-retry, text/html;charset=UTF-8, Idempotency-Key",
        "/docs/api, text/html;charset=UTF-8, /docs/lib/swagger-ui-bundle.js",
        "/docs/images/overview.svg, image/svg+xml, <svg",
        "/docs/site.js, text/javascript;charset=UTF-8, search.json",
        "/docs/search.json, application/json, frequency",
        "/docs/lib/swagger-ui.css, text/css;charset=UTF-8, .swagger-ui"
    })
    void servesTheSiteToAnybody(String path, String type, String text) throws Exception {
        HttpResponse<String> answer = get(path, "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains(type);
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy)
                                .contains("default-src 'none'")
                                .doesNotContain("unsafe", "http"));
        assertThat(answer.body()).contains(text);
    }

    @Test
    void saysThatWhoHasAPageHasIt() throws Exception {
        String tag = get("/docs/start", "").headers().firstValue("ETag").orElseThrow();

        assertThat(get("/docs/start", tag).statusCode()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/nothing",
                "/docs/start.html",
                "/docs/files.txt",
                "/docs/..%2Fapplication.yml",
                "/docs/images/"
            })
    void hasNothingElse(String path) throws Exception {
        assertThat(get(path, "").statusCode()).isEqualTo(404);
    }

    private static HttpResponse<String> get(String path, String tag)
            throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + ENDPOINT.port() + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (!tag.isEmpty()) {
            request.header("If-None-Match", tag);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), ofString());
        }
    }
}
