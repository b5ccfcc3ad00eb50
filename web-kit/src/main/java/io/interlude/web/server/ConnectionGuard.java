package io.interlude.web.server;

import io.interlude.web.limits.Admission;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.EarlyRefusal;
import io.interlude.web.server.ConnectionMetrics.Cause;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;
import reactor.netty.channel.AbortedException;

/// Watches one connection: cuts clients off that are too slow to send or to read, and gives what
/// the server refuses before any route is known the form of every other refusal.
///
/// It stands on both sides of the HTTP codec, behind TLS where there is some. On the hot path it
/// only takes notes; four times in the shortest time limit it looks at them. All of it runs on the
/// connection's own thread.
final class ConnectionGuard {
    private static final int LOOKS_IN_A_TIMEOUT = 4;
    private static final long SHORTEST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final long NEVER = 0;

    private final ConnectionLimits limits;
    private final Admission admission;
    private final Duration requestTimeout;
    private final ConnectionMetrics metrics;

    /// When the first byte of the request came that is not here in full.
    private long arrivingSinceNanos = NEVER;

    private boolean headersHere;

    /// When that request was answered, early.
    private long answeredAtNanos = NEVER;

    /// What the heads that are here or arriving hold, until all are answered: clients may send one
    /// after the other without waiting.
    private long headBytes;

    /// Requests whose heads are here and that are not answered.
    private int unanswered;

    /// Counts heads that hold more than is free; null while they are small.
    private @Nullable Place heads;

    private long unreadBytes;
    private int lastWrite;
    private long lastProgress;
    private long stuckSinceNanos = NEVER;

    private ConnectionGuard(
            ConnectionLimits limits,
            Admission admission,
            Duration requestTimeout,
            ConnectionMetrics metrics) {
        this.limits = limits;
        this.admission = admission;
        this.requestTimeout = requestTimeout;
        this.metrics = metrics;
    }

    /// Puts a guard on a new connection whose codec is in place.
    ///
    /// @param requestTimeout from a request's first byte to the end of its body
    static void install(
            Channel channel,
            ConnectionLimits limits,
            Admission admission,
            Duration requestTimeout,
            ConnectionMetrics metrics) {
        ConnectionGuard guard = new ConnectionGuard(limits, admission, requestTimeout, metrics);
        SocketAddress from = channel.remoteAddress();
        boolean room = metrics.opened(from, limits.mostConnections());
        channel.closeFuture()
                .addListener(_ -> {
                    metrics.closed(from);
                    guard.releaseHeads();
                });
        channel.pipeline()
                .addBefore(
                        NettyPipeline.HttpCodec,
                        "interlude.bytes",
                        room ? guard.new Bytes() : guard.new Refusal());
        channel.pipeline()
                .addAfter(NettyPipeline.HttpCodec, "interlude.messages", guard.new Messages());
    }

    /// Counts what arrives of a head.
    ///
    /// @throws OverloadedException if strangers hold their share already
    private void countHead(int bytes, int lines) {
        long more =
                (long) ConnectionLimits.COPIES_OF_HEAD * bytes
                        + (long) ConnectionLimits.HEAD_LINE_BYTES * lines;
        headBytes += more;
        if (headBytes <= ConnectionLimits.COPIES_OF_HEAD * ConnectionLimits.UNCOUNTED_HEAD_BYTES) {
            return;
        }
        Place place = heads;
        if (place == null) {
            place = admission.arriving();
            heads = place;
        }
        place.take(more);
    }

    private void releaseHeads() {
        Place place = heads;
        heads = null;
        headBytes = 0;
        if (place != null) {
            place.close();
        }
    }

    private Duration pause() {
        Duration shortest =
                Collections.min(
                        List.of(
                                limits.headerTimeout(),
                                limits.responseTimeout(),
                                limits.lingerTimeout(),
                                requestTimeout));
        return Duration.ofMillis(
                Math.clamp(
                        shortest.toMillis() / LOOKS_IN_A_TIMEOUT,
                        SHORTEST_PAUSE_MILLIS,
                        LONGEST_PAUSE_MILLIS));
    }

    private void look(Channel channel) {
        long now = now();
        if (arrivingSinceNanos != NEVER) {
            lookAtRequest(channel, now);
        }
        lookAtAnswer(channel, now);
    }

    private void lookAtRequest(Channel channel, long now) {
        if (answeredAtNanos != NEVER) {
            if (passed(limits.lingerTimeout(), answeredAtNanos, now)) {
                cut(channel, Cause.UNREAD_BODY);
            }
        } else if (!headersHere && passed(limits.headerTimeout(), arrivingSinceNanos, now)) {
            cut(channel, Cause.SLOW_HEADERS);
        } else if (passed(requestTimeout, arrivingSinceNanos, now)) {
            cut(channel, Cause.SLOW_BODY);
        }
    }

    /// Bytes that lie ready while none leaves mean that the client takes none.
    private void lookAtAnswer(Channel channel, long now) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        if (waiting == null || waiting.isEmpty()) {
            stuckSinceNanos = NEVER;
            return;
        }
        int write = System.identityHashCode(waiting.current());
        long progress = waiting.currentProgress();
        boolean moved = stuckSinceNanos == NEVER || write != lastWrite || progress != lastProgress;
        lastWrite = write;
        lastProgress = progress;
        if (moved) {
            stuckSinceNanos = now;
        } else if (passed(limits.responseTimeout(), stuckSinceNanos, now)) {
            cut(channel, Cause.SLOW_READER);
        }
    }

    private static void refuse(ChannelHandlerContext context, byte[] answer) {
        context.writeAndFlush(Unpooled.wrappedBuffer(answer))
                .addListener(ChannelFutureListener.CLOSE);
    }

    private void cut(Channel channel, Cause cause) {
        if (channel.isActive()) {
            metrics.cut(cause);
            var _ = channel.close();
        }
    }

    private static boolean passed(Duration timeout, long sinceNanos, long nowNanos) {
        return nowNanos - sinceNanos > timeout.toNanos();
    }

    /// The monotonic clock, but never the value that stands for never.
    private static long now() {
        return System.nanoTime() | 1;
    }

    /// Before the codec: sees bytes.
    private final class Bytes extends ChannelInboundHandlerAdapter {
        private @Nullable ScheduledFuture<?> looking;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            long millis = pause().toMillis();
            looking =
                    context.channel()
                            .eventLoop()
                            .scheduleWithFixedDelay(
                                    () -> look(context.channel()),
                                    millis,
                                    millis,
                                    TimeUnit.MILLISECONDS);
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            ScheduledFuture<?> running = looking;
            if (running != null) {
                running.cancel(false);
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (!headersHere && message instanceof ByteBuf bytes) {
                try {
                    countHead(bytes.readableBytes(), HeadLines.count(bytes));
                } catch (OverloadedException full) {
                    ReferenceCountUtil.release(message);
                    refuse(context, EarlyRefusal.tooManyHeads());
                    return;
                }
            }
            if (arrivingSinceNanos == NEVER) {
                arrivingSinceNanos = now();
            } else if (answeredAtNanos != NEVER && message instanceof ByteBuf bytes) {
                unreadBytes += bytes.readableBytes();
                if (unreadBytes > limits.lingerBytes()) {
                    cut(context.channel(), Cause.UNREAD_BODY);
                }
            }
            context.fireChannelRead(message);
        }
    }

    /// After the codec: sees requests and answers.
    private final class Messages extends ChannelDuplexHandler {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                headersHere = true;
                if (unanswered++ > 0 && !fits(request)) {
                    ReferenceCountUtil.release(message);
                    cut(context.channel(), Cause.TOO_MANY);
                    return;
                }
                refuseOtherVersions(request);
                refuseOtherCodings(request);
            }
            if (message instanceof LastHttpContent) {
                arrivingSinceNanos = NEVER;
                answeredAtNanos = NEVER;
                unreadBytes = 0;
                headersHere = false;
            }
            context.fireChannelRead(message);
        }

        /// The lines of a head that came together with others were not counted as it arrived.
        private boolean fits(HttpRequest pipelined) {
            try {
                countHead(0, pipelined.headers().size());
                return true;
            } catch (OverloadedException _) {
                return false;
            }
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof FullHttpResponse answer && EarlyRefusal.isBare(answer)) {
                metrics.unreadable();
                var _ = context.write(EarlyRefusal.inFull(answer), promise);
                return;
            }
            if (endsAnswer(message)) {
                unanswered--;
                if (unanswered <= 0) {
                    unanswered = 0;
                    releaseHeads();
                }
                if (arrivingSinceNanos != NEVER) {
                    answeredAtNanos = now();
                }
            }
            var _ = context.write(message, promise);
        }

        /// A client that resets its connection has gone away, as one that closes it. Reactor Netty
        /// would log it as a fault where a handler is still reading the body, and likewise what
        /// anybody may send to a port that speaks TLS.
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
            if (AbortedException.isConnectionReset(error)) {
                var _ = context.close();
            } else if (error instanceof SSLException || error.getCause() instanceof SSLException) {
                cut(context.channel(), Cause.HANDSHAKE);
            } else {
                context.fireExceptionCaught(error);
            }
        }

        /// The codec takes any digits for a version, and answers in the same.
        private void refuseOtherVersions(HttpRequest request) {
            HttpVersion version = request.protocolVersion();
            if (request.decoderResult().isSuccess()
                    && !version.equals(HttpVersion.HTTP_1_1)
                    && !version.equals(HttpVersion.HTTP_1_0)) {
                request.setProtocolVersion(HttpVersion.HTTP_1_1);
                request.setDecoderResult(
                        DecoderResult.failure(new IllegalArgumentException("unknown version")));
            }
        }

        /// The codec reads a body of another coding as none, and what follows as a request.
        private void refuseOtherCodings(HttpRequest request) {
            List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
            boolean known =
                    codings.isEmpty()
                            || (codings.size() == 1
                                    && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(
                                            codings.getFirst().strip()));
            if (request.decoderResult().isSuccess() && !known) {
                request.setDecoderResult(
                        DecoderResult.failure(new IllegalArgumentException("unknown coding")));
            }
        }

        private boolean endsAnswer(Object message) {
            boolean interim =
                    message instanceof HttpResponse head
                            && head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            return message instanceof LastHttpContent && !interim;
        }
    }

    /// In place of all, where there are too many connections: says so and closes.
    private final class Refusal extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            metrics.cut(Cause.TOO_MANY);
            refuse(context, EarlyRefusal.tooManyConnections());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ReferenceCountUtil.release(message);
        }
    }
}
