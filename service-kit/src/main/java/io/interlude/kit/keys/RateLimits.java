package io.interlude.kit.keys;

import io.interlude.kit.http.Problem;
import io.interlude.kit.http.Reason;
import io.interlude.kit.limits.Throttle;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Requests a second: by key, and for those that no key allows by remote address. Held by each
/// process for itself. Safe for use by many threads.
public final class RateLimits {
    private static final int IPV6_NETWORK_BYTES = 8;
    private static final int MILLIS_PER_SECOND = 1_000;

    private final Defaults defaults;
    private final Throttle<Caller> keys = new Throttle<>();

    /// By a number made of the address. The address itself is kept nowhere.
    private final Throttle<Long> strangers = new Throttle<>();

    private final Map<KeyKind, Counter> kindToRefusals = new EnumMap<>(KeyKind.class);
    private final Counter strangersRefused;

    public RateLimits(Defaults defaults, MeterRegistry meters) {
        this.defaults = defaults;
        for (KeyKind kind : KeyKind.values()) {
            kindToRefusals.put(kind, counter(kind.name().toLowerCase(Locale.ROOT), meters));
        }
        strangersRefused = counter("none", meters);
    }

    /// Counts a request of a key.
    ///
    /// @throws io.interlude.kit.http.ProblemException `rate_limited`
    void admit(RingKey key) {
        Caller caller = key.caller();
        Integer own = key.rateLimitPerSecond();
        long perSecond = own == null ? defaults.perSecond(caller.kind()) : own;
        if (perSecond == 0) {
            return;
        }
        Duration wait = keys.take(caller, perSecond);
        if (wait.isPositive()) {
            Optional.ofNullable(kindToRefusals.get(caller.kind())).ifPresent(Counter::increment);
            throw refusal("The key is over its limit of requests a second", wait);
        }
    }

    /// Counts what an admitted request of a key brought beside its first piece. That is always
    /// taken; the key then waits the longer.
    void charge(Caller caller, long more) {
        keys.charge(caller, more);
    }

    /// Counts a request that no key allows.
    ///
    /// @throws io.interlude.kit.http.ProblemException `rate_limited`
    void admitStranger(Optional<InetSocketAddress> from) {
        if (defaults.strangerPerSecond() == 0) {
            return;
        }
        long network = from.map(InetSocketAddress::getAddress).map(RateLimits::network).orElse(0L);
        Duration wait = strangers.take(network, defaults.strangerPerSecond());
        if (wait.isPositive()) {
            strangersRefused.increment();
            throw refusal("Too many requests that no key allows came from your address", wait);
        }
    }

    /// An IPv4 address, or the network part of an IPv6 one: a host has all addresses of that.
    private static long network(InetAddress address) {
        byte[] octets = address.getAddress();
        return octets.length < IPV6_NETWORK_BYTES
                ? ByteBuffer.wrap(octets).getInt()
                : ByteBuffer.wrap(octets).getLong();
    }

    private static RuntimeException refusal(String what, Duration wait) {
        long seconds = Math.ceilDiv(wait.toMillis() + 1, MILLIS_PER_SECOND);
        return Problem.of(Reason.RATE_LIMITED, what + ": come back after Retry-After seconds.")
                .withHeader("Retry-After", Long.toString(seconds))
                .exception();
    }

    private static Counter counter(String kind, MeterRegistry meters) {
        return Counter.builder("http.server.rate.limited")
                .description("Requests refused because their key or address was over its rate.")
                .tag("key", kind)
                .register(meters);
    }

    /// Requests a second where the key itself says nothing; 0 is no limit.
    ///
    /// @param strangerPerSecond requests from one address that no key allows
    public record Defaults(
            int fetchPerSecond,
            int tagPerSecond,
            int mgmtPerSecond,
            int readPerSecond,
            int strangerPerSecond) {
        /// No limits but those of the keys themselves.
        public static final Defaults NONE = new Defaults(0, 0, 0, 0, 0);

        int perSecond(KeyKind kind) {
            return switch (kind) {
                case FETCH -> fetchPerSecond;
                case TAG -> tagPerSecond;
                case MGMT -> mgmtPerSecond;
                case READ -> readPerSecond;
            };
        }
    }
}
