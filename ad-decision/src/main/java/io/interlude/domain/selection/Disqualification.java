package io.interlude.domain.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import org.jspecify.annotations.Nullable;

/// One rule that ruled a candidate out, in words for its author.
///
/// @param creativeId the creative that it is about; null when it is about the line item
/// @param message one sentence
/// @param expected what the rule asks for; null where the message says it all; cut where it is long
/// @param actual what the request or the line item had; cut like that
public record Disqualification(
        LineItemId lineItemId,
        String lineItemName,
        @Nullable CreativeId creativeId,
        SelectionRule rule,
        String message,
        @Nullable String expected,
        @Nullable String actual) {
    /// Longest text: targeting and attributes may be a hundred times as long, and there is one such
    /// text for each line item.
    static final int LONGEST_TEXT = 500;

    /// What one takes beside the characters of its texts.
    private static final int BYTES = 1_200;

    private static final int BYTES_PER_CHARACTER = 3;

    public Disqualification {
        requireNonNull(lineItemId, "lineItemId is null");
        requireNonNull(lineItemName, "lineItemName is null");
        requireNonNull(rule, "rule is null");
        requireNonNull(message, "message is null");
        expected = expected == null ? null : cut(expected);
        actual = actual == null ? null : cut(actual);
    }

    private static String cut(String text) {
        if (text.length() <= LONGEST_TEXT) {
            return text;
        }
        boolean splits = Character.isHighSurrogate(text.charAt(LONGEST_TEXT - 2));
        return text.substring(0, LONGEST_TEXT - (splits ? 2 : 1)) + "…";
    }

    long heapBytes() {
        return BYTES
                + (long) BYTES_PER_CHARACTER
                        * (message.length() + length(expected) + length(actual));
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
