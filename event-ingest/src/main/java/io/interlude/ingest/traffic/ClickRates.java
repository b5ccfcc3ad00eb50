package io.interlude.ingest.traffic;

import io.interlude.domain.identity.FetchId;
import io.interlude.web.limits.RemoteNetwork;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Knows rates of clicks that no person reaches, on one fetch or from one address. The first clicks
/// of a window pass; what exceeds the bound does not. Safe for use by many threads.
public final class ClickRates {
    private static final int FETCHES = 1 << 16;
    private static final int ADDRESSES = 1 << 16;

    private final Bounds bounds;
    private final WindowedCounts byFetch;
    private final WindowedCounts byAddress;

    public ClickRates(Bounds bounds) {
        this.bounds = bounds;
        byFetch = new WindowedCounts(FETCHES, bounds.window());
        byAddress = new WindowedCounts(ADDRESSES, bounds.window());
    }

    /// Counts a click; true if it is one more than a person can make.
    ///
    /// @param from address of the click, as far as the network knows
    boolean exceeded(FetchId fetchId, @Nullable InetAddress from, Instant now) {
        UUID uuid = fetchId.uuid();
        long fetch =
                uuid.getMostSignificantBits() ^ Long.rotateLeft(uuid.getLeastSignificantBits(), 32);
        // Both are always counted, so that one bound does not depend on the other.
        boolean tooManyOfFetch = byFetch.add(fetch, now) > bounds.perFetch();
        return tooManyFrom(from, now) || tooManyOfFetch;
    }

    private boolean tooManyFrom(@Nullable InetAddress from, Instant now) {
        return from != null
                && RemoteNetwork.isAVisitors(from)
                && byAddress.add(RemoteNetwork.of(from), now) > bounds.perAddress();
    }

    /// The bounds of a person's clicks.
    ///
    /// @param perFetch most clicks on one fetch's links in a window
    /// @param perAddress most clicks from one address in a window
    public record Bounds(int perFetch, int perAddress, Duration window) {}
}
