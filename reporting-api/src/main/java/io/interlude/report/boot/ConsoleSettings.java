package io.interlude.report.boot;

import io.interlude.report.signon.OidcSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.console.*`.
///
/// @param links whether a management key can make one-time links, also for a person: for the local
///   product, where whoever has the key has everything
/// @param oidc single sign-on; null without
public record ConsoleSettings(@DefaultValue("false") boolean links, @Nullable OidcSettings oidc) {}
