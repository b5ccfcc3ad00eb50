package io.interlude.ingest.traffic;

import io.interlude.domain.identity.FetchId;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Knows rates of clicks that no person reaches, on one fetch or from one address. The first clicks
/// of a window pass; what exceeds the bound does not. Safe for use by many threads.
public final class ClickRates {
    private static final int FETCHES = 1 << 16;
    private static final int ADDRESSES = 1 << 16;
    private static final int IPV6_BYTES = 16;
    private static final int UNIQUE_LOCAL = 0xFC;
    private static final int UNIQUE_LOCAL_MASK = 0xFE;

    private final Bounds bounds;
    private final WindowedCounts byFetch;
    private final WindowedCounts byAddress;

    public ClickRates(Bounds bounds) {
        this.bounds = bounds;
        byFetch = new WindowedCounts(FETCHES, bounds.window());
        byAddress = new WindowedCounts(ADDRESSES, bounds.window());
    }

    /// Counts a click, and answers whether it is one more than a person can make.
    ///
    /// @param from whose click it is, as far as the network knows
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
                && isAVisitors(from)
                && byAddress.add(network(from), now) > bounds.perAddress();
    }

    /// A proxy of our own, or a program beside us, stands for any number of people.
    private static boolean isAVisitors(InetAddress address) {
        return !address.isLoopbackAddress()
                && !address.isSiteLocalAddress()
                && !address.isLinkLocalAddress()
                && !isUniqueLocal(address.getAddress());
    }

    private static boolean isUniqueLocal(byte[] octets) {
        return octets.length == IPV6_BYTES && (octets[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
    }

    /// An IPv4 address, or the network part of an IPv6 one: a host has all addresses of that.
    private static long network(InetAddress address) {
        byte[] octets = address.getAddress();
        return octets.length == IPV6_BYTES
                ? ByteBuffer.wrap(octets).getLong()
                : ByteBuffer.wrap(octets).getInt();
    }

    /// What a person stays below.
    ///
    /// @param perFetch most clicks on one fetch's links in a window
    /// @param perAddress most clicks from one address in a window
    public record Bounds(int perFetch, int perAddress, Duration window) {}
}
