package io.interlude.schema.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.interlude.schema.AdFetched;
import io.interlude.schema.OrgChanged;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.rest.RegistryRequest;
import io.interlude.schema.registry.rest.RegistryRequestHandler;
import io.interlude.schema.registry.rest.RegistryResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Both sides of the REST protocol against each other.
class HttpSchemaRegistryClientTest {
    private final SchemaRegistry registry = SchemaRegistry.load(new InMemorySchemaJournal());
    private final RegistryRequestHandler handler = new RegistryRequestHandler(registry);
    private final AtomicReference<String> authorization = new AtomicReference<>("");
    private final HttpServer server = server();

    private HttpSchemaRegistryClient client = new HttpSchemaRegistryClient(at(url()));

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @BeforeEach
    void start() {
        server.createContext("/registry", this::answer);
        server.createContext("/broken", exchange -> send(exchange, 503, "busy"));
        server.start();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void registersAndReadsBack() {
        // given
        Schema schema = AdFetched.getClassSchema();

        // when
        int id = client.register("ads/fetches value", schema);

        // then
        assertThat(client.register("ads/fetches value", schema)).isEqualTo(id);
        assertThat(client.idOf("ads/fetches value", schema)).isEqualTo(id);
        assertThat(client.schemaOf(id)).hasToString(PortableSchema.text(schema));
        assertThat(client.latest("ads/fetches value").version()).isEqualTo(1);
        assertThat(registry.versions("ads/fetches value", false)).hasSize(1);
    }

    @Test
    void setsTheCompatibilityOfASubject() {
        assertThat(client.compatibilityOf("s")).isEmpty();
        client.setCompatibility("s", CompatibilityLevel.FULL_TRANSITIVE);
        assertThat(client.compatibilityOf("s")).contains(CompatibilityLevel.FULL_TRANSITIVE);
    }

    @Test
    void tellsRefusalsFromWhatIsNotThere() {
        client.register("s", AdFetched.getClassSchema());
        assertFault(SchemaFault.SCHEMA_REFUSED, () -> client.register("s", aSchema()));
        assertFault(SchemaFault.UNKNOWN_SCHEMA, () -> client.idOf("s", aSchema()));
        assertFault(SchemaFault.UNKNOWN_SCHEMA, () -> client.schemaOf(99));
        assertFault(SchemaFault.UNKNOWN_SCHEMA, () -> client.latest("x"));
    }

    @Test
    void triesTheNextAddress() {
        client.close();
        String broken = url().replace("/registry", "/broken");
        client = new HttpSchemaRegistryClient(at(broken + "," + url() + "/"));
        assertThat(client.register("s", aSchema())).isEqualTo(1);
    }

    @Test
    void saysThatAnUnreachableRegistryMayBeAskedAgain() {
        server.stop(0);
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(() -> client.schemaOf(1))
                .satisfies(failed -> assertThat(failed.retriable()).isTrue());
    }

    @Test
    void sendsTheCredentialsOfTheSettings() {
        client.close();
        client =
                new HttpSchemaRegistryClient(
                        HttpRegistryConfig.of(
                                Map.of(
                                        HttpRegistryConfig.URL, url(),
                                        HttpRegistryConfig.CREDENTIALS_SOURCE, "USER_INFO",
                                        HttpRegistryConfig.USER_INFO, "a:b")));
        client.register("s", aSchema());
        assertThat(authorization).hasValue("Basic YTpi");
    }

    @Test
    void sendsTheCredentialsOfTheAddress() {
        client.close();
        client = new HttpSchemaRegistryClient(at(url().replace("//", "//a:b@")));
        client.register("s", aSchema());
        assertThat(authorization).hasValue("Basic YTpi");
    }

    private static Schema aSchema() {
        return OrgChanged.getClassSchema();
    }

    private static HttpRegistryConfig at(String urls) {
        return HttpRegistryConfig.at(urls);
    }

    private String url() {
        InetSocketAddress address = server.getAddress();
        return "http://%s:%d/registry"
                .formatted(address.getAddress().getHostAddress(), address.getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        authorization.set(
                exchange.getRequestHeaders().getOrDefault("Authorization", List.of("")).getFirst());
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        List<String> path =
                Arrays.stream(exchange.getRequestURI().getRawPath().split("/", -1))
                        .skip(2)
                        .map(segment -> URLDecoder.decode(segment, UTF_8))
                        .toList();
        RegistryResponse response =
                handler.handle(
                        new RegistryRequest(exchange.getRequestMethod(), path, Map.of(), body));
        send(exchange, response.status(), response.body());
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", RegistryResponse.CONTENT_TYPE);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void assertFault(SchemaFault fault, Runnable call) {
        assertThatExceptionOfType(SchemaException.class)
                .isThrownBy(call::run)
                .satisfies(failed -> assertThat(failed.fault()).isEqualTo(fault));
    }
}
