package io.interlude.domain.catalogue;

import java.net.IDN;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
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

    /// Scheme, user and host of an address; the host may be of any letters, and begins after the
    /// last at sign.
    private static final Pattern HOST =
            Pattern.compile("(?i)https?://(?:[^/?#]*@)?([^/?#:@]+).*", Pattern.DOTALL);

    /// What a click redirect puts the fetch's id in place of.
    private static final String MESSAGE_ID = "{messageId}";

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

    /// The domain that a browser asks which is redirected to an http or https address; empty for
    /// any other text.
    public static Optional<String> ofAddress(String url) {
        Matcher matcher = HOST.matcher(url);
        return matcher.matches()
                ? decoded(matcher.group(1)).flatMap(host -> of(host.replace(MESSAGE_ID, "id")))
                : Optional.empty();
    }

    private static Optional<String> decoded(String host) {
        try {
            return Optional.of(URLDecoder.decode(host, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
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
