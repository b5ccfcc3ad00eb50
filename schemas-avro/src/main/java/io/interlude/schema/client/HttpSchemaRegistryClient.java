package io.interlude.schema.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Calls a registry that speaks Confluent's REST protocol. Of several addresses, the next is tried
/// when one doesn't answer or fails inside.
public final class HttpSchemaRegistryClient implements SchemaRegistryClient {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERROR = 500;

    private final HttpRegistryConfig config;
    private final HttpClient http;

    public HttpSchemaRegistryClient(HttpRegistryConfig config) {
        this.config = requireNonNull(config, "config is null");
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(config.connectTimeout())
                        .build();
    }

    @Override
    public int register(String subject, Schema schema) {
        JsonNode answer = call("POST", "/subjects/" + encoded(subject) + "/versions", body(schema));
        return id(answer);
    }

    @Override
    public int idOf(String subject, Schema schema) {
        return id(call("POST", "/subjects/" + encoded(subject), body(schema)));
    }

    @Override
    public Schema schemaOf(int id) {
        return schema(call("GET", "/schemas/ids/" + id, null));
    }

    @Override
    public SubjectVersion latest(String subject) {
        JsonNode answer = call("GET", "/subjects/" + encoded(subject) + "/versions/latest", null);
        return new SubjectVersion(
                subject, answer.path("version").asInt(0), id(answer), schema(answer));
    }

    @Override
    public Optional<CompatibilityLevel> compatibilityOf(String subject) {
        try {
            JsonNode answer = call("GET", "/config/" + encoded(subject), null);
            return CompatibilityLevel.named(answer.path("compatibilityLevel").asString(""));
        } catch (SchemaException notSet) {
            if (notSet.fault() == SchemaFault.UNKNOWN_SCHEMA) {
                return Optional.empty();
            }
            throw notSet;
        }
    }

    @Override
    public void setCompatibility(String subject, CompatibilityLevel level) {
        call("PUT", "/config/" + encoded(subject), object().put("compatibility", level.name()));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private JsonNode call(String method, String path, @Nullable ObjectNode body) {
        SchemaException failure = null;
        for (URI url : config.urls()) {
            try {
                return callOne(URI.create(url + path), method, body);
            } catch (SchemaException failed) {
                if (!failed.retriable()) {
                    throw failed;
                }
                failure = failed;
            }
        }
        throw requireNonNull(failure, "failure is null");
    }

    private JsonNode callOne(URI target, String method, @Nullable ObjectNode body) {
        try {
            HttpResponse<String> response =
                    http.send(request(target, method, body), BodyHandlers.ofString(UTF_8));
            return accepted(target, response);
        } catch (IOException unreachable) {
            throw unavailable(target, unreachable.toString(), unreachable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unavailable(target, "the call was interrupted", interrupted);
        }
    }

    private HttpRequest request(URI target, String method, @Nullable ObjectNode body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(target)
                        .timeout(config.requestTimeout())
                        .header("Accept", CONTENT_TYPE + ", application/json");
        config.authorization().ifPresent(value -> request.header("Authorization", value));
        if (body == null) {
            return request.method(method, BodyPublishers.noBody()).build();
        }
        return request.header("Content-Type", CONTENT_TYPE)
                .method(method, BodyPublishers.ofString(body.toString(), UTF_8))
                .build();
    }

    private static JsonNode accepted(URI target, HttpResponse<String> response) {
        int status = response.statusCode();
        if (status >= SERVER_ERROR || status == 408 || status == 429) {
            throw unavailable(target, "status " + status, null);
        }
        JsonNode answer = json(target, response.body());
        if (status / 100 == 2) {
            return answer;
        }
        String message = answer.path("message").asString("status " + status);
        throw new SchemaException(
                status == NOT_FOUND ? SchemaFault.UNKNOWN_SCHEMA : SchemaFault.SCHEMA_REFUSED,
                message);
    }

    private static JsonNode json(URI target, String body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException broken) {
            throw unavailable(target, "the answer is not JSON", broken);
        }
    }

    private static Schema schema(JsonNode answer) {
        if (!answer.path("references").isEmpty()) {
            throw new SchemaException(
                    SchemaFault.SCHEMA_REFUSED, "the schema refers to another subject's");
        }
        try {
            return new Schema.Parser().parse(answer.path("schema").asString(""));
        } catch (RuntimeException broken) {
            // Avro's parser throws more than its own exceptions.
            throw new SchemaException(
                    SchemaFault.SCHEMA_REFUSED, "the registry holds no Avro schema there", broken);
        }
    }

    private static int id(JsonNode answer) {
        int id = answer.path("id").asInt(0);
        if (id < 1) {
            throw new SchemaException(
                    SchemaFault.REGISTRY_UNAVAILABLE, "the registry's answer has no id");
        }
        return id;
    }

    private static ObjectNode body(Schema schema) {
        return object().put("schema", PortableSchema.text(schema));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, UTF_8).replace("+", "%20");
    }

    private static SchemaException unavailable(URI target, String why, @Nullable Throwable cause) {
        return new SchemaException(
                SchemaFault.REGISTRY_UNAVAILABLE,
                "the schema registry at %s gave no usable answer: %s"
                        .formatted(target.getAuthority(), why),
                cause);
    }
}
