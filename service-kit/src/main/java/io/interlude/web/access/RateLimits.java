package io.interlude.web.access;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.RingKey;
import io.interlude.web.limits.RemoteNetwork;
import io.interlude.web.limits.Throttle;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Requests a second: by key, and for those that no key allows by remote address. Held by each
/// process for itself. Safe for use by many threads.
public final class RateLimits {
    private final Defaults defaults;
    private final Throttle<Caller> keys = new Throttle<>();

    /// By a number made of the address. The address itself is kept nowhere.
    private final Throttle<Long> strangers = new Throttle<>();

    private final Map<KeyKind, RateRefusals> kindToRefusals = new EnumMap<>(KeyKind.class);
    private final RateRefusals strangersRefused;

    public RateLimits(Defaults defaults, MeterRegistry meters) {
        this.defaults = defaults;
        for (KeyKind kind : KeyKind.values()) {
            kindToRefusals.put(
                    kind, new RateRefusals(kind.name().toLowerCase(Locale.ROOT), meters));
        }
        strangersRefused = new RateRefusals("none", meters);
    }

    /// Counts a request of a key.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `rate_limited`
    void admit(RingKey key) {
        Caller caller = key.caller();
        Integer own = key.rateLimitPerSecond();
        long perSecond = own == null ? defaults.perSecond(caller.kind()) : own;
        if (perSecond == 0) {
            return;
        }
        Duration wait = keys.take(caller, perSecond);
        if (wait.isPositive()) {
            throw requireNonNull(kindToRefusals.get(caller.kind()))
                    .refusal("The key is over its limit of requests a second", wait);
        }
    }

    /// Counts what an admitted request of a key brought beside its first piece. That is always
    /// taken; the key then waits the longer.
    void charge(Caller caller, long more) {
        keys.charge(caller, more);
    }

    /// Counts a request that no key allows, unless it comes from a loopback or private address,
    /// which stands for any number of people ([RemoteNetwork]).
    ///
    /// @throws io.interlude.web.refusal.ProblemException `rate_limited`
    public void admitStranger(Optional<InetSocketAddress> from) {
        if (defaults.strangerPerSecond() == 0) {
            return;
        }
        from.map(InetSocketAddress::getAddress)
                .filter(RemoteNetwork::isAVisitors)
                .ifPresent(address -> admitStranger(RemoteNetwork.of(address)));
    }

    private void admitStranger(long network) {
        Duration wait = strangers.take(network, defaults.strangerPerSecond());
        if (wait.isPositive()) {
            throw strangersRefused.refusal(
                    "Too many requests without a valid key came from your address", wait);
        }
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
