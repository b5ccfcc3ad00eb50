package io.interlude.web.server;

import static java.util.Objects.requireNonNull;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServerRequest;

/// The event loop of a request's connection. An answer must be written there: one that waited for
/// another thread, as for the journal's, and goes on there changes threads once and not twice.
public final class RequestLoop {
    /// Kept with the connection: to make one takes a microsecond, and each request needs it twice.
    private static final AttributeKey<Scheduler> SCHEDULER =
            AttributeKey.valueOf(RequestLoop.class, "scheduler");

    private RequestLoop() {}

    /// For what is short and never blocks, as everything on an event loop.
    public static Scheduler of(ServerRequest request) {
        return nativeRequest(request.exchange().getRequest()) instanceof HttpServerRequest served
                ? scheduler(served)
                : Schedulers.parallel();
    }

    /// Tells whether the client has taken most of what was written for it.
    public static BooleanSupplier takesMore(ServerRequest request) {
        return nativeRequest(request.exchange().getRequest()) instanceof HttpServerRequest served
                ? channel(served)::isWritable
                : () -> true;
    }

    static boolean isOfVersion10(ServerHttpRequest request) {
        return nativeRequest(request) instanceof HttpServerRequest served
                && served.version().equals(HttpVersion.HTTP_1_0);
    }

    static Scheduler scheduler(HttpServerRequest request) {
        Channel channel = channel(request);
        Attribute<Scheduler> kept = channel.attr(SCHEDULER);
        @Nullable Scheduler known = kept.get();
        if (known == null) {
            known = Schedulers.fromExecutor(channel.eventLoop());
            kept.set(known);
        }
        return known;
    }

    private static Channel channel(HttpServerRequest request) {
        AtomicReference<Channel> channel = new AtomicReference<>();
        request.withConnection(connection -> channel.set(connection.channel()));
        return requireNonNull(channel.get(), "channel is null");
    }

    private static Object nativeRequest(ServerHttpRequest request) {
        ServerHttpRequest inner = request;
        while (inner instanceof ServerHttpRequestDecorator decorator) {
            inner = decorator.getDelegate();
        }
        return inner instanceof AbstractServerHttpRequest real ? real.getNativeRequest() : inner;
    }
}
