package io.interlude.web.limits;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/// Derives from an address the network by which its requests are limited.
public final class RemoteNetwork {
    private static final int IPV6_BYTES = 16;
    private static final int UNIQUE_LOCAL = 0xFC;
    private static final int UNIQUE_LOCAL_MASK = 0xFE;

    private RemoteNetwork() {}

    /// Whether the address may be a visitor's own. One of loopback or of a private network is not:
    /// a proxy of our own, or a program beside us, stands for any number of people, so no rate is
    /// held against it.
    public static boolean isAVisitors(InetAddress address) {
        return !address.isLoopbackAddress()
                && !address.isSiteLocalAddress()
                && !address.isLinkLocalAddress()
                && !isUniqueLocal(address.getAddress());
    }

    /// A number for an IPv4 address, or for the network part (/64) of an IPv6 one: a host has all
    /// addresses of that.
    public static long of(InetAddress address) {
        byte[] octets = address.getAddress();
        return octets.length == IPV6_BYTES
                ? ByteBuffer.wrap(octets).getLong()
                : ByteBuffer.wrap(octets).getInt();
    }

    private static boolean isUniqueLocal(byte[] octets) {
        return octets.length == IPV6_BYTES && (octets[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
    }
}
