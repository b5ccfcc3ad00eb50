package io.interlude.benchmark.fuzz.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/// One request of which nothing may be recorded.
///
/// @param endpoint method and path pattern, for the table
/// @param kind the rule that it breaks
/// @param content the bytes to send, one character a byte
/// @param ending the fate of the connection
public record BadRequest(
        String endpoint, String kind, String content, Expectation expected, Ending ending) {
    /// The fate of the connection after the bytes.
    public enum Ending {
        /// It is kept and used again, as a well-formed request leaves it in order.
        KEEP,
        /// It was fresh, and is closed after the answers.
        FRESH,
        /// It was fresh, and our side of it is closed before the answers.
        HALF,
        /// It was fresh, and is reset without reading.
        RESET
    }

    public BadRequest(
            String endpoint, String kind, byte[] bytes, Expectation expected, Ending ending) {
        this(endpoint, kind, new String(bytes, ISO_8859_1), expected, ending);
    }

    public byte[] bytes() {
        return content.getBytes(ISO_8859_1);
    }

    public boolean isHead() {
        return content.startsWith("HEAD ");
    }

    public BadRequest ending(Ending other) {
        return new BadRequest(endpoint, kind, content, expected, other);
    }
}
