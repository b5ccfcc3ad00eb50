package io.interlude.agent;

import io.interlude.journal.json.Json;
import io.interlude.web.answer.JsonTree;
import io.interlude.web.limits.OrgGate;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.server.OwnCertificate;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClient.RequestSender;
import reactor.netty.http.client.HttpClient.ResponseReceiver;
import reactor.netty.resources.ConnectionProvider;
import tools.jackson.databind.node.ObjectNode;

/// Calls the product's HTTP interface with the key of the tool's caller: what a key may do is
/// decided there, and nowhere else. Safe for use by many threads.
public final class ApiClient implements AutoCloseable {
    /// Largest answer that a tool hands on: more than a model reads at once.
    static final int LARGEST_ANSWER_BYTES = 256 * 1_024;

    /// The answer, its tree, and the text that is made of it.
    private static final long ANSWER_HEAP_BYTES = 8L * LARGEST_ANSWER_BYTES;

    private static final int CONNECTIONS = 64;

    /// Of an org. Its further calls wait for these: they would otherwise hold every connection, and
    /// some as long as a report takes.
    private static final int CALLS_OF_ORG = CONNECTIONS / 4;

    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(2);

    /// Longer than a report may take, and shorter than the gateway waits for us.
    private static final Duration ANSWER_DEADLINE = Duration.ofSeconds(40);

    /// Shorter than the server keeps an idle connection.
    private static final Duration IDLE_MAX = Duration.ofSeconds(30);

    private final ConnectionProvider connections;
    private final HttpClient http;
    private final URI api;
    private final OrgGate calls = new OrgGate(CALLS_OF_ORG, Schedulers.parallel()::schedule);

    /// @param api where the interface is, without a path
    /// @param ownCertificate the one certificate that is trusted there; null for those that the JVM
    ///   trusts
    ApiClient(URI api, @Nullable X509Certificate ownCertificate) {
        this.api = api;
        connections =
                ConnectionProvider.builder("interlude-mcp")
                        .maxConnections(CONNECTIONS)
                        .pendingAcquireMaxCount(CONNECTIONS * 4)
                        .pendingAcquireTimeout(CONNECT_DEADLINE)
                        .maxIdleTime(IDLE_MAX)
                        .build();
        HttpClient plain =
                HttpClient.create(connections)
                        .option(
                                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                                Math.toIntExact(CONNECT_DEADLINE.toMillis()))
                        .responseTimeout(ANSWER_DEADLINE)
                        .disableRetry(true);
        if (ownCertificate == null) {
            http = plain;
        } else {
            SslContext tls = trusting(ownCertificate);
            http = plain.secure(spec -> spec.sslContext(tls));
        }
    }

    private static SslContext trusting(X509Certificate certificate) {
        try {
            return SslContextBuilder.forClient()
                    .trustManager(OwnCertificate.of(certificate))
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    /// The answer, given on the threads for work beside fetches. It is counted until the tool's own
    /// call is answered, since tools gather answers. Fails with `payload_too_large` for one over
    /// [#LARGEST_ANSWER_BYTES] and with `state_unavailable` when there is none.
    public Mono<ApiAnswer> call(ApiCaller caller, ApiRequest request) {
        return calls.of(caller.orgId(), called(caller, request));
    }

    private Mono<ApiAnswer> called(ApiCaller caller, ApiRequest request) {
        return Mono.defer(() -> {
            caller.place().take(ANSWER_HEAP_BYTES);
            return receiver(caller, request)
                    .response((response, content) ->
                            content.asByteArray()
                                    .collect(ByteArrayOutputStream::new, ApiClient::add)
                                    .publishOn(caller.place().sideWork())
                                    .map(bytes ->
                                            answer(
                                                    response.status().code(),
                                                    bytes.toByteArray(),
                                                    caller.place())))
                    .single()
                    .timeout(ANSWER_DEADLINE)
                    .onErrorMap(ApiClient::isFault, _ -> unavailable())
                    .doFinally(_ -> caller.place().giveBack(ANSWER_HEAP_BYTES));
        });
    }

    private ResponseReceiver<?> receiver(ApiCaller caller, ApiRequest request) {
        @Nullable ObjectNode body = request.body();
        RequestSender sender =
                http.headers(
                                headers -> {
                                    headers.set(
                                            HttpHeaderNames.AUTHORIZATION,
                                            "Bearer " + caller.key());
                                    headers.set(HttpHeaderNames.ACCEPT, "application/json");
                                    request.headers().forEach(headers::set);
                                    if (body != null) {
                                        headers.set(
                                                HttpHeaderNames.CONTENT_TYPE, "application/json");
                                    }
                                })
                        .request(HttpMethod.valueOf(request.method()))
                        .uri(api + request.target());
        return body == null
                ? sender
                : sender.send(
                        Mono.fromSupplier(
                                () -> Unpooled.wrappedBuffer(Json.MAPPER.writeValueAsBytes(body))));
    }

    private static void add(ByteArrayOutputStream answer, byte[] more) {
        if (answer.size() + more.length > LARGEST_ANSWER_BYTES) {
            throw Problem.of(
                            Reason.PAYLOAD_TOO_LARGE,
                            "The answer is larger than %d bytes: ask for less, or call the HTTP interface."
                                    .formatted(LARGEST_ANSWER_BYTES))
                    .exception();
        }
        answer.writeBytes(more);
    }

    private static ApiAnswer answer(int status, byte[] utf8, Place place) {
        if (utf8.length == 0) {
            return new ApiAnswer(status, Json.MAPPER.createObjectNode());
        }
        place.take(utf8.length + JsonTree.of(utf8).heapBytes());
        if (Json.MAPPER.readTree(utf8) instanceof ObjectNode body) {
            return new ApiAnswer(status, body);
        }
        throw unavailable();
    }

    private static boolean isFault(Throwable error) {
        return !(error instanceof ProblemException || error instanceof OverloadedException);
    }

    private static ProblemException unavailable() {
        return Problem.of(
                        Reason.STATE_UNAVAILABLE,
                        "The service did not answer the tool: call it again.")
                .exception();
    }

    @Override
    public void close() {
        connections.dispose();
    }
}
