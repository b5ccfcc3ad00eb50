package io.interlude.catalogue.key;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/// Origins of web pages (RFC 6454): scheme, host and port.
public final class Origins {
    private Origins() {}

    /// The origin of an http or https address, as browsers write it: lower case, without the
    /// scheme's own port, path and all after it. Empty for everything else.
    public static Optional<String> of(String address) {
        try {
            URI uri = new URI(address);
            if (uri.getScheme() == null || uri.getHost() == null) {
                return Optional.empty();
            }
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            int ownPort =
                    switch (scheme) {
                        case "https" -> 443;
                        case "http" -> 80;
                        default -> 0;
                    };
            if (ownPort == 0) {
                return Optional.empty();
            }
            String port = uri.getPort() < 0 || uri.getPort() == ownPort ? "" : ":" + uri.getPort();
            return Optional.of(scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
