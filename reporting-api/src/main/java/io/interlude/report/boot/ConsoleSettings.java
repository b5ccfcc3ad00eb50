package io.interlude.report.boot;

import io.interlude.console.signon.OidcSettings;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.console.*`.
///
/// @param links whether a management key can make one-time links, also for a person: for the local
///   product, where whoever has the key has everything
/// @param oidc single sign-on; null without
/// @param imageOrigins from which previews of creatives load images, such as
///   `https://cdn.example.com`: the browser of whoever looks at a preview then asks there
public record ConsoleSettings(
        @DefaultValue("false") boolean links,
        @Nullable OidcSettings oidc,
        @DefaultValue({}) List<String> imageOrigins) {
    private static final Pattern ORIGIN =
            Pattern.compile("https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?");

    public ConsoleSettings {
        for (String origin : imageOrigins) {
            if (!ORIGIN.matcher(origin).matches()) {
                throw new IllegalArgumentException(
                        "interlude.console.image-origins must be origins such as"
                                + " https://cdn.example.com, in lower case and without a path.");
            }
        }
    }
}
