package io.interlude.local.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.interlude.local.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriberExportTest {
    private static final String LINES = "{\"record\": \"counter\"}\n{\"record\": \"event\"}\n";

    @TempDir private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<String> asked = new ArrayList<>();
    private HttpServer product;
    private int status = 200;
    private String body = LINES;

    /// How many bytes more than it sends the product says that it will send.
    private int missing;

    @BeforeEach
    void start() throws IOException {
        product = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        product.createContext(
                "/",
                exchange -> {
                    asked.add(
                            exchange.getRequestURI().getRawPath()
                                    + ' '
                                    + exchange.getRequestHeaders().getFirst("Authorization"));
                    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, bytes.length + missing);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        product.start();
    }

    @AfterEach
    void stop() {
        product.stop(0);
    }

    @Test
    void writesWhatTheProductKeeps() throws Exception {
        assertThat(run("--subscriber", "one/ü 1+2", "--key", "k")).isEmpty();

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(LINES);
        assertThat(asked)
                .containsExactly("/v1/manage/subscribers/one%2F%C3%BC%201%2B2/export Bearer k");
    }

    @Test
    void writesToAFile() throws Exception {
        Path file = folder.resolve("one.ndjson");

        assertThat(run("--subscriber", "one", "--key", "k", "--output", file.toString())).isEmpty();

        assertThat(file).content(StandardCharsets.UTF_8).isEqualTo(LINES);
        assertThat(out.size()).isZero();
    }

    @Test
    void failsWhereNotEverythingCame() throws Exception {
        missing = 1;

        assertThat(run("--subscriber", "one", "--key", "k")).isNotEmpty();
    }

    @Test
    void saysWhatToChange() throws Exception {
        assertThat(run("--key", "k")).hasValueSatisfying(contains("Give --subscriber"));
        assertThat(run("--what")).hasValueSatisfying(contains("Unknown option --what"));
        assertThat(run("--subscriber", "one"))
                .hasValueSatisfying(contains("No demo keys in the folder"));
        assertThat(asked).isEmpty();
        status = 403;
        body = "{\"reason\": \"key_not_allowed\", \"description\": \"Send a management key.\"}";
        assertThat(run("--subscriber", "one", "--key", "k"))
                .hasValueSatisfying(contains("answered 403. Send a management key."));
        product.stop(0);
        assertThat(run("--subscriber", "one", "--key", "k"))
                .hasValueSatisfying(contains("No product answers"));

        assertThat(out.size()).isZero();
    }

    private static Consumer<String> contains(String part) {
        return sentence -> assertThat(sentence).contains(part);
    }

    private Optional<String> run(String... options) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--url", "http://127.0.0.1:" + product.getAddress().getPort()));
        return SubscriberExport.run(
                arguments,
                Map.of("INTERLUDE_DATA", folder.toString()),
                Terminal.into(new PrintStream(out, true, StandardCharsets.UTF_8)));
    }
}
