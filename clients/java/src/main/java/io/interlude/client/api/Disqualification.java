package io.interlude.client.api;

import org.jspecify.annotations.Nullable;

/// One rule that ruled one candidate out.
///
/// @param rule such as `frequency_cap`; a newer server may have more of them
public record Disqualification(
        String lineItemId,
        String lineItemName,
        @Nullable String creativeId,
        String rule,
        String message,
        @Nullable String expected,
        @Nullable String actual) {}
