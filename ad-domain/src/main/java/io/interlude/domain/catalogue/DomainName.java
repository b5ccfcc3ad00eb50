package io.interlude.domain.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.IDN;
import java.net.URLDecoder;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of web domains in the one form in which they are compared: ASCII (punycode), lower case,
/// without a dot at the end.
public final class DomainName {
    private static final Pattern NAME =
            Pattern.compile(
                    "(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\\.)*"
                            + "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");

    /// Scheme, user and host of an address; the host may be of any letters. A user ends at the last
    /// `@`, as browsers have it.
    private static final Pattern HOST =
            Pattern.compile("(?i)https?://(?:[^/?#]*@)?([^/?#:@]+).*", Pattern.DOTALL);

    /// What IDNA takes for a dot (RFC 3490, 3.1).
    private static final Pattern DOT = Pattern.compile("[\u3002\uFF0E\uFF61]");

    private DomainName() {}

    /// The name in that form; empty for a text that is none.
    public static Optional<String> of(String text) {
        String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        try {
            String ascii = IDN.toASCII(bare, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
            return NAME.matcher(ascii).matches() ? Optional.of(ascii) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// The domain of an http or https address, as browsers read it: escapes stand for their
    /// characters. Of a host that is no name, such as one that begins with a place for the id of a
    /// fetch, it is the longest end that is one, since a name server may answer for whatever stands
    /// before. Empty for any other text.
    public static Optional<String> ofAddress(String url) {
        Matcher matcher = HOST.matcher(url);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String host = unescaped(matcher.group(1));
        Optional<String> whole = of(host);
        return whole.isPresent() ? whole : end(host);
    }

    private static String unescaped(String host) {
        try {
            return host.indexOf('%') < 0
                    ? host
                    : URLDecoder.decode(host.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            return host;
        }
    }

    /// From the last label on, so that a host of any length costs little.
    private static Optional<String> end(String host) {
        String labels = DOT.matcher(host).replaceAll(".").replaceFirst("\\.$", "");
        Optional<String> longest = Optional.empty();
        int dot = labels.length();
        while (dot >= 0) {
            dot = labels.lastIndexOf('.', dot - 1);
            Optional<String> longer = of(labels.substring(dot + 1));
            if (longer.isEmpty()) {
                return longest;
            }
            longest = longer;
        }
        return longest;
    }

    /// The one of the domains that is this one or lies above it; empty when there is none.
    static Optional<String> above(String domain, Set<String> domains) {
        String rest = domain;
        while (!domains.contains(rest)) {
            int dot = rest.indexOf('.');
            if (dot < 0) {
                return Optional.empty();
            }
            rest = rest.substring(dot + 1);
        }
        return Optional.of(rest);
    }
}
