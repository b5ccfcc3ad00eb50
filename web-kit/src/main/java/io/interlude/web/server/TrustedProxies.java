package io.interlude.web.server;

import io.netty.handler.codec.http.HttpRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.ConnectionInfo;

/// The proxies of our own that requests come through, and whose word for who asked is taken.
///
/// A proxy adds to the end of `X-Forwarded-For` the address that it was asked from. So the client
/// is the last entry that is no trusted proxy itself; whatever stands before it the client may have
/// written. A request that comes from anywhere else is its sender's own, whatever it says.
///
/// @param networks addresses and networks; none to trust no proxy
public record TrustedProxies(List<AddressRange> networks) {
    /// No proxy is trusted.
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private static final String HEADER = "X-Forwarded-For";

    public TrustedProxies {
        networks = List.copyOf(networks);
    }

    /// Whose the request is.
    ///
    /// @param sender whom the connection is with
    /// @param forwardedFor the values of `X-Forwarded-For` in order
    /// @return the sender where it is not trusted, or names nobody that can be read
    public InetAddress client(InetAddress sender, List<String> forwardedFor) {
        InetAddress client = sender;
        List<String> hops = hops(forwardedFor);
        for (int i = hops.size() - 1; i >= 0 && isTrusted(client); i--) {
            InetAddress hop = address(hops.get(i));
            if (hop == null) {
                return client;
            }
            client = hop;
        }
        return client;
    }

    private boolean isTrusted(InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    private static List<String> hops(List<String> forwardedFor) {
        List<String> hops = new ArrayList<>();
        for (String value : forwardedFor) {
            for (String hop : value.split(",", -1)) {
                hops.add(hop.strip());
            }
        }
        return hops;
    }

    private static @Nullable InetAddress address(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    boolean isEmpty() {
        return networks.isEmpty();
    }

    /// The connection as the handlers see it: its remote address is the client's.
    ConnectionInfo forwarded(ConnectionInfo connection, HttpRequest request) {
        @Nullable InetSocketAddress sender = connection.getRemoteAddress();
        if (sender == null || sender.isUnresolved()) {
            return connection;
        }
        InetAddress client = client(sender.getAddress(), request.headers().getAll(HEADER));
        return client.equals(sender.getAddress())
                ? connection
                : connection.withRemoteAddress(new InetSocketAddress(client, sender.getPort()));
    }
}
