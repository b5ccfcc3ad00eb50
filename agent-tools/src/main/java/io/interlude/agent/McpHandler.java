package io.interlude.agent;

import io.interlude.catalogue.key.KeyKind;
import io.interlude.journal.json.Json;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.KeyRingAuthenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.Place;
import io.interlude.web.openapi.ApiDescription;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `POST /mcp`: the Model Context Protocol's streamable HTTP without sessions. Each request carries
/// its key and is answered with one JSON message; there is no stream to `GET` and no session to
/// `DELETE`. A publisher tag, which everybody can read on a page, opens nothing here.
public final class McpHandler implements RouteGroup, AutoCloseable {
    private static final int LARGEST_BYTES = 64 * 1_024;
    private static final String VERSION_HEADER = "MCP-Protocol-Version";
    private static final Set<KeyKind> KEYS = EnumSet.of(KeyKind.FETCH, KeyKind.MGMT, KeyKind.READ);

    private final Authenticator authenticator;
    private final InstantSource clock;
    private final List<ApiFragment> description;
    private final ApiClient api;
    private final Function<ApiClient, List<McpTool>> furtherTools;
    private @Nullable McpEndpoint endpoint;

    /// @param description what all services together say of their routes
    /// @param apiUrl where all of them are reached
    /// @param ownCertificate the one certificate that is trusted there; null for those that the JVM
    ///   trusts
    /// @param furtherTools those beside the product's own
    public McpHandler(
            Authenticator authenticator,
            InstantSource clock,
            List<ApiFragment> description,
            URI apiUrl,
            @Nullable X509Certificate ownCertificate,
            Function<ApiClient, List<McpTool>> furtherTools) {
        this.authenticator = authenticator;
        this.clock = clock;
        this.description = description;
        this.api = new ApiClient(apiUrl, ownCertificate);
        this.furtherTools = furtherTools;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/mcp", this::answer);
    }

    private Mono<ServerResponse> answer(ServerRequest request) {
        String orgId = authenticator.authenticate(request, KEYS).orgId().value();
        @Nullable String key = KeyRingAuthenticator.presentedKey(request);
        if (key == null) {
            throw Problem.of(
                            Reason.MISSING_API_KEY,
                            "A session of the console is not accepted here: send an API key.")
                    .exception();
        }
        Place place = Place.of(request);
        @Nullable String version = request.headers().firstHeader(VERSION_HEADER);
        return JsonBodies.object(request, LARGEST_BYTES)
                .publishOn(place.sideWork())
                .flatMap(message -> answer(message, version, new ApiCaller(key, orgId, place)));
    }

    private Mono<ServerResponse> answer(
            ObjectNode message, @Nullable String version, ApiCaller caller) {
        McpEndpoint server = endpoint();
        if (version != null && !server.protocolVersions().contains(version)) {
            throw invalid(VERSION_HEADER, "This version of the protocol is not supported.");
        }
        if (!message.path("jsonrpc").asString("").equals("2.0")) {
            throw invalid("jsonrpc", "Send a message of JSON-RPC 2.0.");
        }
        JsonNode method = message.path("method");
        if (!method.isString()) {
            throw invalid("method", "Send a request or a notification, with its method.");
        }
        @Nullable Object params =
                message.has("params")
                        ? Json.MAPPER.convertValue(renamed(message.path("params")), Object.class)
                        : null;
        if (!message.has("id")) {
            return server.notify(caller, new JSONRPCNotification(method.asString(), params))
                    .then(Answers.empty(202));
        }
        return server.answer(
                        caller,
                        new JSONRPCRequest(method.asString(), id(message.path("id")), params))
                .flatMap(answer -> Answers.json(200, answer));
    }

    /// The Ad Context Protocol's name of a tool has a character that names of tools do not have.
    private static JsonNode renamed(JsonNode params) {
        return params.path("name").asString("").equals("tasks/get")
                ? ((ObjectNode) params).put("name", "tasks_get")
                : params;
    }

    private static Object id(JsonNode id) {
        if (id.isString()) {
            return id.asString();
        }
        if (id.canConvertToLong() && id.isIntegralNumber()) {
            return id.asLong();
        }
        throw invalid("id", "Give a text or a whole number.");
    }

    private static ProblemException invalid(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }

    /// Made when it is first asked for: most processes start without an agent waiting.
    private synchronized McpEndpoint endpoint() {
        McpEndpoint made = endpoint;
        if (made == null) {
            List<McpTool> tools =
                    new ArrayList<>(Tools.all(api, ApiDescription.of(description), clock));
            tools.addAll(furtherTools.apply(api));
            made = new McpEndpoint(tools);
            endpoint = made;
        }
        return made;
    }

    @Override
    public void close() {
        api.close();
    }
}
