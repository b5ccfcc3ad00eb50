package io.interlude.report.boot;

import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.console.*`.
///
/// @param links whether a management key can make one-time links, also for a person: for the local
///   product, where whoever has the key has everything
public record ConsoleSettings(@DefaultValue("false") boolean links) {}
