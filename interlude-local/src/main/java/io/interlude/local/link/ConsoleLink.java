package io.interlude.local.link;

import io.interlude.local.demo.DemoKeys;
import io.interlude.local.options.CommandLines;
import io.interlude.local.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `./interlude console`: a link that signs in to the console of a running local product, once.
public final class ConsoleLink {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final URI LOCAL = URI.create("http://127.0.0.1:8080");
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int CREATED = 201;

    private ConsoleLink() {}

    /// Prints one link.
    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments), System.getenv(), Terminal.standard()));
    }

    /// Prints one link.
    ///
    /// @return the exit code of the process
    public static int run(
            List<String> arguments, Map<String, String> environment, Terminal terminal)
            throws InterruptedException {
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(DEADLINE).build()) {
            Given given = CommandLines.read(arguments, new Given(), CommandLines.LAUNCHER);
            Optional<DemoKeys> demo =
                    DemoKeys.read(Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
            URI url = given.url == null ? demo.map(DemoKeys::url).orElse(LOCAL) : given.url;
            String key =
                    given.key == null
                            ? demo.map(DemoKeys::managementKey).orElseThrow(ConsoleLink::noKey)
                            : given.key;
            terminal.line(url + path(http, url, key, given.user));
            return 0;
        } catch (IllegalArgumentException | IOException e) {
            terminal.line(
                    "interlude: "
                            + Objects.requireNonNullElse(
                                    e.getMessage(),
                                    "The product cannot be reached: start it with ./interlude up."));
            return 1;
        }
    }

    private static IllegalArgumentException noKey() {
        return new IllegalArgumentException(
                "There are no demo keys: start the product with ./interlude up, or give --key.");
    }

    /// Path and fragment of a new link. Nothing but the page that it opens sees the fragment.
    ///
    /// @param key a management key
    /// @param userId the person who is to be signed in; null for the key itself
    /// @throws IllegalArgumentException with a sentence that says why it was refused
    public static String path(HttpClient http, URI product, String key, @Nullable String userId)
            throws IOException, InterruptedException {
        Map<String, String> body = userId == null ? Map.of() : Map.of("userId", userId);
        HttpRequest request =
                HttpRequest.newBuilder(product.resolve("/console/links"))
                        .timeout(DEADLINE)
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        try {
            JsonNode json = JSON.readTree(answer.body());
            if (answer.statusCode() != CREATED) {
                throw new IllegalArgumentException(json.path("description").asString());
            }
            return json.path("path").asString();
        } catch (JacksonException e) {
            throw new IllegalArgumentException(product + " is no Interlude.", e);
        }
    }

    private static final class Given {
        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--key")
        private @Nullable String key;

        @Option(names = "--user")
        private @Nullable String user;
    }
}
