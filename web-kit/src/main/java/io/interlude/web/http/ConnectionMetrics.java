package io.interlude.web.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts connections and those that were cut off.
final class ConnectionMetrics {
    private final AtomicInteger open = new AtomicInteger();
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

    /// Counts a new connection in, and answers how many there are.
    int opened() {
        return open.incrementAndGet();
    }

    void closed() {
        open.decrementAndGet();
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
