package io.interlude.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.report.boot.ReportServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The files of the console over a socket.
class ConsoleHandlerIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ReportServer server =
            new ReportServer(
                    InstantSource.fixed(Instant.parse("2026-03-01T10:30:20Z")),
                    Duration.ofSeconds(1));

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/console, text/html;charset=UTF-8",
        "/console/, text/html;charset=UTF-8",
        "/console/console.css, text/css;charset=UTF-8",
        "/console/console.js, text/javascript;charset=UTF-8",
        "/console/icon.svg, image/svg+xml",
        "/console/lib/chart.js, text/javascript;charset=UTF-8",
    })
    void servesItsFiles(String path, String contentType) throws Exception {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(server.uri(path)).build());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue(contentType);
        assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-cache");
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy)
                                .contains("default-src 'none'", "script-src 'self'")
                                .doesNotContain("unsafe"));
    }

    @Test
    void isWhereTheRootLeadsABrowser() throws Exception {
        HttpResponse<String> browser =
                send(
                        HttpRequest.newBuilder(server.uri("/"))
                                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                                .build());
        HttpResponse<String> program =
                send(HttpRequest.newBuilder(server.uri("/")).header("Accept", "*/*").build());

        assertThat(browser.statusCode()).isEqualTo(302);
        assertThat(browser.headers().firstValue("Location")).hasValue("/console");
        assertThat(program.statusCode()).isEqualTo(404);
    }

    @Test
    void keepsNothingInlineThatThePolicyForbids() throws Exception {
        String page = send(HttpRequest.newBuilder(server.uri("/console")).build()).body();

        assertThat(page).doesNotContainPattern("<script>|<style|\\sstyle=|\\son\\w+=|https?://");
    }

    @Test
    void letsBrowsersKeepWhatHasNotChanged() throws Exception {
        HttpResponse<String> first =
                send(HttpRequest.newBuilder(server.uri("/console/console.js")).build());
        String etag = first.headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> second =
                send(
                        HttpRequest.newBuilder(server.uri("/console/console.js"))
                                .header("If-None-Match", etag)
                                .build());

        assertThat(second.statusCode()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
    }

    @Test
    void sendsTheChartLibraryWithItsLicenceAndGzipped() throws Exception {
        URI library = server.uri("/console/lib/chart.js");

        HttpResponse<String> plain = send(HttpRequest.newBuilder(library).build());
        HttpResponse<String> gzipped =
                send(HttpRequest.newBuilder(library).header("Accept-Encoding", "gzip").build());

        assertThat(plain.body()).startsWith("/*!").contains("Chart.js v4", "MIT License");
        assertThat(gzipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(gzipped.headers().firstValue("ETag"))
                .isNotEqualTo(plain.headers().firstValue("ETag"));
    }

    @Test
    void hasNoOtherFiles() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("/console/..%2fapplication.properties")).build();

        assertThat(send(request).statusCode()).isEqualTo(404);
    }

    private static HttpResponse<String> send(HttpRequest request)
            throws IOException, InterruptedException {
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
