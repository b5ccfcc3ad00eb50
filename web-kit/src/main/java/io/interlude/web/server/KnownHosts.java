package io.interlude.web.server;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The names under which this server is asked. A page of somebody else's can make its own name
/// resolve to our address (DNS rebinding), and then read what needs no key; its name stands in
/// `Host`, so a request with an unknown one is refused.
///
/// Loopback names and addresses are always known. On a server that listens on more than loopback so
/// is every address, since an address cannot be made to resolve to another, and every name that
/// public DNS cannot give to anybody: of one label, or under `local`, `internal` and the like.
///
/// @param names known ones beside these, in lower case
/// @param open whether the server listens on more than loopback
/// @param any whether every name is known
public record KnownHosts(Set<String> names, boolean open, boolean any) {
    /// Every name.
    public static final KnownHosts ANY = new KnownHosts(Set.of(), true, true);

    private static final String EVERY = "*";
    private static final int LONGEST_NAME = 253;
    private static final Pattern NAME = Pattern.compile("[a-z0-9._-]+");

    /// Special-use domains (RFC 6761, RFC 6762, RFC 8375) and ICANN's `internal`.
    private static final List<String> PRIVATE_DOMAINS =
            List.of(".local", ".internal", ".home.arpa");

    public KnownHosts {
        names = Set.copyOf(names);
    }

    /// Those of a server.
    ///
    /// @param listensOn the address that the server listens on
    /// @param names host names; `*` for all there are
    public static KnownHosts of(String listensOn, Collection<String> names) {
        InetAddress address = address(listensOn);
        boolean loopback = address == null ? isLocalhost(listensOn) : address.isLoopbackAddress();
        return new KnownHosts(
                Stream.concat(names.stream(), Stream.of(listensOn))
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                !loopback,
                names.contains(EVERY));
    }

    /// Whether the server is asked under this name.
    ///
    /// @param host a value of `Host`: a name or an address, and perhaps a port
    public boolean knows(String host) {
        if (any) {
            return true;
        }
        String name = withoutPort(host).toLowerCase(Locale.ROOT);
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            return false;
        }
        if (isLocalhost(name) || names.contains(name)) {
            return true;
        }
        InetAddress address = address(name);
        if (address != null) {
            return open || address.isLoopbackAddress();
        }
        return open && NAME.matcher(name).matches() && isPrivate(name);
    }

    /// Whether a page may send what changes something.
    ///
    /// @param origin a value of `Origin`
    boolean knowsOrigin(String origin) {
        try {
            @Nullable String authority = URI.create(origin).getRawAuthority();
            return any || (authority != null && knows(authority));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isLocalhost(String name) {
        return name.equals("localhost") || name.endsWith(".localhost");
    }

    private static boolean isPrivate(String name) {
        return name.indexOf('.') < 0 || PRIVATE_DOMAINS.stream().anyMatch(name::endsWith);
    }

    private static String withoutPort(String host) {
        int bracket = host.lastIndexOf(']');
        int colon = host.indexOf(':', Math.max(0, bracket));
        String name = colon < 0 ? host : host.substring(0, colon);
        return name.startsWith("[") && name.endsWith("]")
                ? name.substring(1, name.length() - 1)
                : name;
    }

    private static @Nullable InetAddress address(String text) {
        try {
            return requireNonNull(InetAddress.ofLiteral(text), "no address");
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
