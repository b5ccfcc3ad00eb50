package io.interlude.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;

class StaticFileTest {
    private static final String TEXT = "body { color: red } ".repeat(50);

    private final StaticFile file = StaticFile.of("page.css", TEXT.getBytes(UTF_8));

    @Test
    void goesOutAsItIsToWhoTakesNoGzip() {
        MockServerWebExchange answer = ask("Accept-Encoding", "br");

        assertThat(answer.getResponse().getBodyAsString().block()).isEqualTo(TEXT);
        assertThat(header(answer, "Content-Type")).isEqualTo("text/css;charset=UTF-8");
        assertThat(header(answer, "Content-Encoding")).isEmpty();
        assertThat(header(answer, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br, GZIP", "gzip;q=0.5", "deflate, gzip; q=1.0"})
    void goesOutGzippedToWhoTakesIt(String accepted) throws IOException {
        MockServerWebExchange answer = ask("Accept-Encoding", accepted);

        assertThat(header(answer, "Content-Encoding")).isEqualTo("gzip");
        byte[] body = body(answer);
        assertThat(body.length).isLessThan(TEXT.length());
        assertThat(new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes())
                .isEqualTo(TEXT.getBytes(UTF_8));
    }

    @Test
    void goesOutAsItIsWhereGzipIsRefused() {
        assertThat(header(ask("Accept-Encoding", "gzip;q=0"), "Content-Encoding")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip;q=0.000",
                "gzip;q=",
                "gzip;q",
                "gzip;Q=-1",
                "gzip;q=2",
                "gzip;q=NaN",
                "gzipped",
                ";q=1",
            })
    void knowsWhatIsNotGzip(String coding) {
        assertThat(StaticFile.isGzip(coding)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP ; q=0.001", "gzip;Q=1.000", "gzip; q=.5"})
    void knowsGzip(String coding) {
        assertThat(StaticFile.isGzip(coding)).isTrue();
    }

    @Test
    void readsOnlySoMuchOfAnEndlessHeader() {
        String endlessWeight = "gzip;q=0." + "0".repeat(16_000) + "1";
        String behindOthers = "br,".repeat(5_000) + "gzip";

        assertThat(header(ask("Accept-Encoding", endlessWeight), "Content-Encoding")).isEmpty();
        assertThat(header(ask("Accept-Encoding", behindOthers), "Content-Encoding")).isEmpty();
    }

    @Test
    void isNotSentAgainToWhoHasIt() {
        String etag = header(ask("X", ""), "ETag");
        String gzipped = header(ask("Accept-Encoding", "gzip"), "ETag");

        assertThat(gzipped).isNotEqualTo(etag);
        for (String known : List.of(etag, "W/" + etag, "\"other\", " + etag, "*")) {
            MockServerWebExchange answer = ask("If-None-Match", known);
            assertThat(answer.getResponse().getStatusCode()).isEqualTo(HttpStatus.NOT_MODIFIED);
            assertThat(header(answer, "ETag")).isEqualTo(etag);
        }
        assertThat(ask("If-None-Match", "\"other\"").getResponse().getStatusCode())
                .isEqualTo(HttpStatus.OK);
    }

    @Test
    void aFileThatGzipMakesLongerStaysAsItIs() {
        StaticFile small = StaticFile.of("x.js", "1".getBytes(UTF_8));

        assertThat(header(ask(small, "Accept-Encoding", "gzip"), "Content-Encoding")).isEmpty();
    }

    @Test
    void refusesWhatItCannotServe() {
        assertThatThrownBy(() -> StaticFile.of("page.exe", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("page.exe");
        assertThatThrownBy(() -> StaticFile.read("no/such.css"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no/such.css");
    }

    private MockServerWebExchange ask(String header, String value) {
        return ask(file, header, value);
    }

    private static MockServerWebExchange ask(StaticFile file, String header, String value) {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get("/x").header(header, value));
        file.answer(ServerRequest.create(exchange, List.of()), Map.of("Cache-Control", "no-cache"))
                .flatMap(answer -> answer.writeTo(exchange, new NoContext()))
                .block();
        return exchange;
    }

    private static byte[] body(MockServerWebExchange answer) {
        var joined =
                Objects.requireNonNull(
                        DataBufferUtils.join(answer.getResponse().getBody()).block());
        byte[] bytes = new byte[joined.readableByteCount()];
        joined.read(bytes);
        return bytes;
    }

    private static String header(MockServerWebExchange answer, String name) {
        return Objects.requireNonNullElse(answer.getResponse().getHeaders().getFirst(name), "");
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
