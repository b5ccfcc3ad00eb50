package io.interlude.state.transport;

import io.interlude.state.wire.CellsQuestion;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.CountersCodec;
import io.interlude.state.wire.InstanceReport;
import io.interlude.state.wire.InstanceReportCodec;
import io.interlude.state.wire.MalformedStateException;
import io.interlude.state.wire.StatePaths;
import io.interlude.state.wire.StateToken;
import io.interlude.state.wire.SubscriberPlace;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/// Asks over HTTP, on connections that are kept. Answers come on threads that must not block.
public final class HttpStateInstances implements StateInstances, AutoCloseable {
    private static final Duration CONNECT_DEADLINE = Duration.ofSeconds(1);

    /// Shorter than the server keeps an idle connection.
    private static final Duration IDLE_MAX = Duration.ofSeconds(30);

    private static final int OK = 200;

    private final ConnectionProvider counterConnections;
    private final ConnectionProvider otherConnections;
    private final HttpClient counters;
    private final HttpClient others;

    /// Asks with the token.
    ///
    /// @param connections for counters to each instance, and as many for everything else
    /// @param answer how long an answer may stand still
    public HttpStateInstances(StateToken token, int connections, Duration answer) {
        counterConnections = connections("interlude-state-counters", connections);
        otherConnections = connections("interlude-state", connections);
        counters = client(counterConnections, token).responseTimeout(answer);
        others = client(otherConnections, token).responseTimeout(CONNECT_DEADLINE.plus(answer));
    }

    private static ConnectionProvider connections(String name, int connections) {
        return ConnectionProvider.builder(name)
                .maxConnections(connections)
                .pendingAcquireMaxCount(connections * 4)
                .pendingAcquireTimeout(CONNECT_DEADLINE)
                .maxIdleTime(IDLE_MAX)
                .build();
    }

    private static HttpClient client(ConnectionProvider connections, StateToken token) {
        String authorization = token.authorization();
        return HttpClient.create(connections)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(CONNECT_DEADLINE.toMillis()))
                .headers(headers ->
                        headers.set(HttpHeaderNames.AUTHORIZATION, authorization)
                                .set(HttpHeaderNames.CONTENT_TYPE, StatePaths.CONTENT_TYPE));
    }

    @Override
    public CompletableFuture<InstanceReport> report(URI instance) {
        return others.get()
                .uri(instance + StatePaths.INSTANCES)
                .responseSingle((response, body) ->
                        response.status().code() == OK
                                ? body.asByteArray()
                                : refused(response.status().code()))
                .map(InstanceReportCodec::parse)
                .onErrorMap(cause -> failure(instance, cause))
                .toFuture()
                .thenApply(HttpStateInstances::present);
    }

    @Override
    public CompletableFuture<List<CountersAnswer>> counters(
            URI instance, List<SubscriberPlace> places) {
        byte[] question = CountersCodec.question(places);
        return counters.post()
                .uri(instance + StatePaths.COUNTERS)
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(question)))
                .responseSingle((response, body) ->
                        response.status().code() == OK
                                ? body.asByteArray()
                                : refused(response.status().code()))
                .map(CountersCodec::answers)
                .onErrorMap(cause -> failure(instance, cause))
                .toFuture()
                .thenApply(HttpStateInstances::present);
    }

    @Override
    public Flux<byte[]> cells(URI instance, CellsQuestion question) {
        return Flux.defer(
                        () -> {
                            byte[] bytes = question.toBytes();
                            return others.post()
                                    .uri(instance + StatePaths.CELLS)
                                    .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(bytes)))
                                    .response((response, body) ->
                                            response.status().code() == OK
                                                    ? body.asByteArray()
                                                    : refused(response.status().code()));
                        })
                .onErrorMap(cause -> failure(instance, cause));
    }

    private static <T> Mono<T> refused(int status) {
        return Mono.error(() -> new IOException("status " + status));
    }

    private static <T> T present(@Nullable T answer) {
        if (answer == null) {
            throw new MalformedStateException();
        }
        return answer;
    }

    private static Throwable failure(URI instance, Throwable cause) {
        boolean slow = cause instanceof ReadTimeoutException || cause instanceof TimeoutException;
        return slow ? new TimeoutException() : new InstanceGoneException(instance, cause);
    }

    @Override
    public void close() {
        counterConnections.dispose();
        otherConnections.dispose();
    }
}
