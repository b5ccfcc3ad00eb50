package io.interlude.domain.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import org.jspecify.annotations.Nullable;

/// One rule that ruled a candidate out, in words for its author.
///
/// @param creativeId the creative that it is about; null when it is about the line item
/// @param message one sentence
/// @param expected what the rule asks for; null where the message says it all
/// @param actual what the request or the line item had
public record Disqualification(
        LineItemId lineItemId,
        String lineItemName,
        @Nullable CreativeId creativeId,
        SelectionRule rule,
        String message,
        @Nullable String expected,
        @Nullable String actual) {
    public Disqualification {
        requireNonNull(lineItemId, "lineItemId is null");
        requireNonNull(lineItemName, "lineItemName is null");
        requireNonNull(rule, "rule is null");
        requireNonNull(message, "message is null");
    }
}
