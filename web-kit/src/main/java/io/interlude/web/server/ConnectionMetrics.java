package io.interlude.web.server;

import io.interlude.web.limits.RemoteNetwork;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Counts connections and those that were cut off.
final class ConnectionMetrics {
    /// Part of all connections that one network may have: one in so many.
    static final int NETWORK_PARTS = 2;

    private final AtomicInteger open = new AtomicInteger();

    /// Only of visitors' networks, and only while they have one.
    private final Map<Long, Integer> networkToOpen = new ConcurrentHashMap<>();

    private final Map<Cause, Counter> causeToCuts = new EnumMap<>(Cause.class);
    private final Counter unreadable;

    /// Why a connection was cut off.
    enum Cause {
        TOO_MANY,
        SLOW_HEADERS,
        SLOW_BODY,
        SLOW_READER,
        UNREAD_BODY,
        HANDSHAKE
    }

    ConnectionMetrics(MeterRegistry meters) {
        Gauge.builder("http.server.connections", open, AtomicInteger::get)
                .description("Open connections.")
                .strongReference(true)
                .register(meters);
        for (Cause cause : Cause.values()) {
            causeToCuts.put(cause, cuts(cause, meters));
        }
        unreadable =
                Counter.builder("http.server.unreadable")
                        .description("Requests that are not HTTP, or whose head is too large.")
                        .register(meters);
    }

    private static Counter cuts(Cause cause, MeterRegistry meters) {
        return Counter.builder("http.server.connections.cut")
                .description("Connections that were closed on clients.")
                .tag("cause", cause.name().toLowerCase(Locale.ROOT))
                .register(meters);
    }

    /// Counts a new connection in. A visitor's network has room for half of all: one host shall not
    /// keep everybody else away.
    ///
    /// @param most connections at once
    /// @return whether there is room for it
    boolean opened(@Nullable SocketAddress from, int most) {
        boolean room = open.incrementAndGet() <= most;
        return visitorsNetwork(from)
                        .map(network -> networkToOpen.merge(network, 1, Integer::sum))
                        .filter(ofNetwork -> ofNetwork > most / NETWORK_PARTS)
                        .isEmpty()
                && room;
    }

    /// Counts a connection out that was counted in.
    void closed(@Nullable SocketAddress from) {
        open.decrementAndGet();
        visitorsNetwork(from)
                .ifPresent(network ->
                        networkToOpen.computeIfPresent(
                                network, (_, count) -> count == 1 ? null : count - 1));
    }

    private static Optional<Long> visitorsNetwork(@Nullable SocketAddress from) {
        return from instanceof InetSocketAddress known
                        && known.getAddress() != null
                        && RemoteNetwork.isAVisitors(known.getAddress())
                ? Optional.of(RemoteNetwork.of(known.getAddress()))
                : Optional.empty();
    }

    void cut(Cause cause) {
        Counter counter = causeToCuts.get(cause);
        if (counter != null) {
            counter.increment();
        }
    }

    void unreadable() {
        unreadable.increment();
    }
}
