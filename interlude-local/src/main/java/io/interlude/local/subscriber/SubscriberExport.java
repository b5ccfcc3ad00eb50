package io.interlude.local.subscriber;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.local.demo.ProductAccess;
import io.interlude.local.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// `./interlude export-subscriber`: writes everything that a running product keeps about one
/// subscriber, a line of JSON each, as it comes. Ends with 0 when that is all of it, and else with
/// 1.
public final class SubscriberExport {
    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(10);

    private SubscriberExport() {}

    /// Writes to standard output, or to a file.
    public static void main(String[] arguments) throws InterruptedException {
        run(List.of(arguments), System.getenv(), Terminal.standard())
                .ifPresent(Terminal::failAndExit);
    }

    /// Writes to the terminal, or to a file.
    ///
    /// @return a sentence that says what went wrong; empty where everything was written
    static Optional<String> run(
            List<String> arguments, Map<String, String> environment, Terminal terminal)
            throws InterruptedException {
        try {
            SubscriberExportOptions options = SubscriberExportOptions.parse(arguments, environment);
            try (HttpClient http = client()) {
                write(http, request(options), options.output(), terminal);
            }
            return Optional.empty();
        } catch (IllegalArgumentException | IOException e) {
            return Optional.of(
                    Objects.requireNonNullElse(
                            e.getMessage(), "The subscriber cannot be exported."));
        }
    }

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_DEADLINE)
                .build();
    }

    private static HttpRequest request(SubscriberExportOptions options) throws IOException {
        ProductAccess product = ProductAccess.of(options.product());
        // A form writes a space as +, which in a path is itself.
        String id = URLEncoder.encode(options.subscriber(), UTF_8).replace("+", "%20");
        return HttpRequest.newBuilder(
                        product.url().resolve("/v1/manage/subscribers/" + id + "/export"))
                .header("Authorization", "Bearer " + product.key())
                .build();
    }

    private static void write(
            HttpClient http, HttpRequest request, @Nullable Path output, Terminal terminal)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> answer;
        try {
            answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (ConnectException e) {
            throw new IllegalArgumentException(
                    "No product answers at %s: start it with ./interlude up."
                            .formatted(request.uri().resolve("/")),
                    e);
        }
        try (InputStream body = answer.body()) {
            if (answer.statusCode() != 200) {
                throw new IllegalArgumentException(
                        "The product answered %d. %s"
                                .formatted(answer.statusCode(), description(body)));
            }
            if (output == null) {
                terminal.copy(body);
            } else {
                Files.copy(body, output, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /// Whatever answers is not always the product.
    private static String description(InputStream body) throws IOException {
        try {
            return JsonMapper.shared()
                    .readTree(body.readAllBytes())
                    .path("description")
                    .asString("");
        } catch (JacksonException _) {
            return "";
        }
    }
}
