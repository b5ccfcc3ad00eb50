package io.interlude.manage.validation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Links and origins.
public final class WebAddresses {
    static final int MAX_URL_CHARACTERS = 2_048;

    /// What a click redirect replaces in a target; not a legal part of a URL itself.
    private static final String MESSAGE_ID = "{messageId}";

    private static final Set<String> SCHEMES = Set.of("http", "https");

    private WebAddresses() {}

    /// An absolute http or https URL; `{messageId}` may stand in it.
    public static @Nullable String url(Fields fields, String name) {
        String text = fields.text(name, MAX_URL_CHARACTERS);
        if (text == null || isLink(text)) {
            return text;
        }
        fields.broken(name, "url", "Give an absolute http or https URL.");
        return null;
    }

    /// Whether it is an absolute http or https URL; `{messageId}` may stand in it.
    public static boolean isLink(String text) {
        URI uri = parse(text.replace(MESSAGE_ID, "id"));
        return uri != null && uri.getUserInfo() == null;
    }

    /// The origin in the form in which browsers send it (lower case, no default port), or null if
    /// the text is no origin.
    public static @Nullable String origin(String text) {
        URI uri = parse(text);
        if (uri == null || !isBare(uri)) {
            return null;
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        int defaultPort = scheme.equals("https") ? 443 : 80;
        String port = uri.getPort() < 0 || uri.getPort() == defaultPort ? "" : ":" + uri.getPort();
        return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port;
    }

    private static boolean isBare(URI uri) {
        return uri.getRawPath().isEmpty()
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null
                && uri.getUserInfo() == null;
    }

    private static @Nullable URI parse(String text) {
        try {
            URI uri = new URI(text);
            boolean usable =
                    uri.getScheme() != null
                            && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                            && uri.getHost() != null
                            && uri.getPort() <= 65_535;
            return usable ? uri : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
