package io.interlude.local.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.interlude.local.demo.DemoKeys;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Books the demo's org, keys and catalogue through the product's own management API, as anybody
/// would.
public final class DemoSetup {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String CATALOGUE = "/demo/catalogue.json";

    /// Where the catalogue supposes the product.
    private static final String USUAL_URL = "http://127.0.0.1:8080";

    /// The application that is a website: it has a publisher tag and no fetch key.
    private static final String WEB_PUBLISHER = "magazine";

    private static final int CREATED = 201;
    private static final int CONFLICT = 409;

    private final HttpClient http;
    private final URI local;
    private final URI baseUrl;
    private final Path dataFolder;

    /// @param http trusts this process
    /// @param local where this process answers
    /// @param baseUrl what others reach it by
    public DemoSetup(HttpClient http, URI local, URI baseUrl, Path dataFolder) {
        this.http = http;
        this.local = local;
        this.baseUrl = baseUrl;
        this.dataFolder = dataFolder;
    }

    /// The demo's keys: those made at an earlier start, else new ones; empty if the org exists but
    /// its keys were never kept in this data folder.
    public Optional<DemoKeys> prepare(String operatorToken)
            throws IOException, InterruptedException {
        Optional<DemoKeys> known = DemoKeys.read(dataFolder);
        return known.isPresent() ? known : make(operatorToken);
    }

    private Optional<DemoKeys> make(String operatorToken) throws IOException, InterruptedException {
        HttpResponse<String> made =
                send("POST", "/v1/operator/orgs", operatorToken, new Org("demo", "Demo"));
        if (made.statusCode() == CONFLICT) {
            return Optional.empty();
        }
        String managementKey = JSON.readTree(expect(CREATED, made)).path("key").asString();
        JsonNode catalogue = catalogue();
        expect(200, send("PUT", "/v1/manage/catalogue", managementKey, catalogue));
        List<DemoKeys.Entry> entries = new ArrayList<>();
        for (JsonNode application : catalogue.path("applications")) {
            String id = application.path("id").asString();
            if (!id.equals(WEB_PUBLISHER)) {
                String key = makeKey(managementKey, new Key("fetch", id, null));
                entries.add(new DemoKeys.Entry(id, key, adUnits(catalogue, id)));
            }
        }
        DemoKeys keys = new DemoKeys(baseUrl, managementKey, entries, makeTag(managementKey));
        keys.write(dataFolder);
        return Optional.of(keys);
    }

    /// For pages that this process serves itself, under each name that it has.
    private String makeTag(String managementKey) throws IOException, InterruptedException {
        URI byName = URI.create(local.getScheme() + "://localhost:" + local.getPort());
        List<String> origins =
                Stream.of(baseUrl, local, byName)
                        .map(url -> url.getScheme() + "://" + url.getRawAuthority())
                        .distinct()
                        .toList();
        return makeKey(managementKey, new Key("tag", WEB_PUBLISHER, origins));
    }

    private String makeKey(String managementKey, Key key) throws IOException, InterruptedException {
        String answer = expect(CREATED, send("POST", "/v1/manage/keys", managementKey, key));
        return JSON.readTree(answer).path("key").asString();
    }

    private static List<String> adUnits(JsonNode catalogue, String applicationId) {
        List<String> codes = new ArrayList<>();
        for (JsonNode adUnit : catalogue.path("adUnits")) {
            if (adUnit.path("applicationId").asString("").equals(applicationId)) {
                codes.add(adUnit.path("code").asString());
            }
        }
        return codes;
    }

    /// The catalogue, with the addresses on this product as others reach it.
    private JsonNode catalogue() throws IOException {
        try (InputStream stream = DemoSetup.class.getResourceAsStream(CATALOGUE)) {
            String json =
                    new String(Objects.requireNonNull(stream, CATALOGUE).readAllBytes(), UTF_8);
            return JSON.readTree(json.replace(USUAL_URL + "/demo/", baseUrl + "/demo/"));
        }
    }

    private HttpResponse<String> send(String method, String path, String key, Object body)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(local.resolve(path))
                        .timeout(DEADLINE)
                        .header("Content-Type", "application/json")
                        .header("Authorization", "Bearer " + key)
                        .method(
                                method,
                                HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private record Org(String id, String name) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Key(String kind, String applicationId, @Nullable List<String> allowedOrigins) {}

    private static String expect(int status, HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != status) {
            throw new IOException(
                    "The demo could not be booked: "
                            + answer.request().method()
                            + " "
                            + answer.uri().getPath()
                            + " was answered "
                            + answer.statusCode()
                            + " "
                            + answer.body());
        }
        return answer.body();
    }
}
