package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the product's own description says of its answers.
final class DescribedAnswers {
    private static final Map<URI, DescribedAnswers> BASE_TO_DESCRIPTION = new ConcurrentHashMap<>();
    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final JsonNode document;
    private final Map<String, Pattern> pathToPattern = new ConcurrentHashMap<>();
    private final Map<String, Schema> placeToSchema = new ConcurrentHashMap<>();

    private DescribedAnswers(JsonNode document) {
        this.document = document;
        document.path("paths")
                .propertyNames()
                .forEach(path -> pathToPattern.put(path, Pattern.compile(expression(path))));
    }

    /// Of the product that runs there.
    static DescribedAnswers of(URI base) {
        return BASE_TO_DESCRIPTION.computeIfAbsent(
                base, _ -> new DescribedAnswers(Api.JSON.readTree(read(base))));
    }

    JsonNode document() {
        return document;
    }

    /// Fails unless the answer is as described: its status, its type and, of JSON, its content.
    void check(String method, URI uri, HttpResponse<String> answer) {
        String path = uri.getRawPath();
        String place = method + ' ' + path + " -> " + answer.statusCode();
        Optional<String> described = describedPath(path);
        if (described.isEmpty() || answer.statusCode() == 405) {
            return;
        }
        JsonNode operation =
                document.path("paths").path(described.get()).path(method.toLowerCase(Locale.ROOT));
        JsonNode response = operation.path("responses").path(String.valueOf(answer.statusCode()));
        assertThat(response.isMissingNode()).as("no such status: %s", place).isFalse();
        if (answer.body().isEmpty()) {
            return;
        }
        String type =
                answer.headers().firstValue("Content-Type").orElse("").replaceFirst(";.*", "");
        JsonNode content = response.path("content").path(type);
        assertThat(content.isMissingNode()).as("no such type: %s %s", place, type).isFalse();
        if (type.equals("application/json")) {
            String key = method + described.get() + answer.statusCode();
            assertThat(problems(key, content.path("schema"), answer.body()))
                    .as("%s: %s", place, answer.body())
                    .isEmpty();
        }
    }

    /// What is wrong with some JSON, by a schema of the description.
    List<String> problems(String key, JsonNode schema, String json) {
        return placeToSchema
                .computeIfAbsent(key, _ -> schema(schema))
                .validate(json, InputFormat.JSON)
                .stream()
                .map(Object::toString)
                .toList();
    }

    /// A schema that stands alone: with the components that it refers to.
    private Schema schema(JsonNode schema) {
        ObjectNode alone = Api.JSON.createObjectNode();
        alone.putArray("allOf").add(schema);
        alone.set("components", document.path("components"));
        return SCHEMAS.getSchema(alone);
    }

    /// Of several the one that names most: a path without variables before others.
    private Optional<String> describedPath(String path) {
        return pathToPattern.containsKey(path)
                ? Optional.of(path)
                : pathToPattern.entrySet().stream()
                        .filter(entry -> entry.getValue().matcher(path).matches())
                        .map(Map.Entry::getKey)
                        .max(Comparator.comparingInt(String::length));
    }

    private static String expression(String path) {
        return Pattern.compile("\\{[^}]*\\}").matcher(path).replaceAll("[^/]+");
    }

    private static String read(URI base) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(base.resolve("/openapi.json")).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
