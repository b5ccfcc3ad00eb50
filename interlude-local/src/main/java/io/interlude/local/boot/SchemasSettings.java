package io.interlude.local.boot;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.schemas.*`, of the embedded schema registry.
///
/// @param exposed whether it is served also where other machines reach the process
record SchemasSettings(@DefaultValue("false") boolean exposed) {

    /// True when the registry is served on this address. A client's address tells nothing: behind a
    /// proxy on this machine every client is local.
    ///
    /// @param host address that the process listens on
    boolean servesRegistry(String host) {
        return exposed || isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
