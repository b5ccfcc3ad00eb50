package io.interlude.web.server;

import java.math.BigInteger;
import java.net.InetAddress;

/// One address, or a network such as `10.0.0.0/8` or `fd00::/8`.
///
/// @param network an address in it
/// @param prefixBits how many leading bits all its addresses share
public record AddressRange(InetAddress network, int prefixBits) {
    public AddressRange {
        int bits = network.getAddress().length * Byte.SIZE;
        if (prefixBits < 0 || prefixBits > bits) {
            throw new IllegalArgumentException("prefixBits is not 0 to " + bits);
        }
    }

    /// Reads `address` or `address/prefixBits`. Names are not looked up.
    ///
    /// @throws IllegalArgumentException if it is neither
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        InetAddress address =
                InetAddress.ofLiteral((slash < 0 ? text : text.substring(0, slash)).strip());
        int bits = address.getAddress().length * Byte.SIZE;
        return new AddressRange(
                address, slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1).strip()));
    }

    /// Whether the address is in it. No IPv4 address is in an IPv6 network, nor the reverse.
    public boolean contains(InetAddress address) {
        byte[] octets = address.getAddress();
        byte[] own = network.getAddress();
        int others = own.length * Byte.SIZE - prefixBits;
        return octets.length == own.length
                && new BigInteger(1, octets)
                        .shiftRight(others)
                        .equals(new BigInteger(1, own).shiftRight(others));
    }
}
