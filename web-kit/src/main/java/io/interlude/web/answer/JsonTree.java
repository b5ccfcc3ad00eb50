package io.interlude.web.answer;

import io.interlude.journal.json.Json;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/// The memory of the tree of a client's JSON text, known before there is one: it may be forty times
/// as large as the text.
public final class JsonTree {
    /// Most tokens of a text up to 80 KiB: values, names of fields, and ends of objects and arrays.
    private static final int LEAST_MOST_TOKENS = 16_384;

    /// Of a longer one there may be one token for so many of its bytes.
    private static final int BYTES_PER_TOKEN = 5;

    /// Larger texts are decoded piece by piece.
    private static final int LARGEST_DECODED_WHOLE = 8 * 1_024;

    // Bytes of heap, with object headers of 8 bytes: an object with its table, an array with its
    // list, a field's entry beside its value, a value with its text's headers.
    private static final int OBJECT_BYTES = 120;
    private static final int ARRAY_BYTES = 72;
    private static final int NAME_BYTES = 40;
    private static final int VALUE_BYTES = 48;
    private static final int END_BYTES = 1;

    private final long heapBytes;
    private final int tokens;
    private final boolean closed;

    private JsonTree(long heapBytes, int tokens, boolean closed) {
        this.heapBytes = heapBytes;
        this.tokens = tokens;
        this.closed = closed;
    }

    /// Looks a text over, without parsing it.
    public static JsonTree of(byte[] utf8) {
        long heap = 0;
        int tokens = 0;
        int open = 0;
        boolean quoted = false;
        for (int i = 0; i < utf8.length; i++) {
            int bytes =
                    switch (utf8[i]) {
                        case '"' -> {
                            quoted = !quoted;
                            yield 0;
                        }
                        case '\\' -> {
                            i++;
                            yield 0;
                        }
                        case '{' -> OBJECT_BYTES;
                        case '[' -> ARRAY_BYTES;
                        case ':' -> NAME_BYTES;
                        case ',' -> VALUE_BYTES;
                        case '}', ']' -> END_BYTES;
                        default -> 0;
                    };
            if (bytes > 0 && !quoted) {
                heap += bytes;
                tokens++;
                open += opened(utf8[i]);
            }
        }
        return new JsonTree(heap, tokens, open == 0 && !quoted);
    }

    /// By how much a byte outside of texts nests what follows it.
    static int opened(byte at) {
        return switch (at) {
            case '{', '[' -> 1;
            case '}', ']' -> -1;
            default -> 0;
        };
    }

    /// The heap that the tree takes beside what its texts share with the bytes that it is parsed
    /// from.
    public long heapBytes() {
        return heapBytes;
    }

    /// True when a text of a length has more tokens than it may.
    boolean isTooMany(int bytes) {
        return tokens > mostTokens(bytes);
    }

    int tokens() {
        return tokens;
    }

    /// True when all that the text opens is closed, as in all JSON.
    boolean isClosed() {
        return closed;
    }

    /// Most tokens that a text of a length may have.
    static int mostTokens(int bytes) {
        return Math.max(LEAST_MOST_TOKENS, bytes / BYTES_PER_TOKEN);
    }

    /// Parses a text. Strict decoding; the parser's own would replace some malformed input and
    /// guess at UTF-16.
    ///
    /// @throws tools.jackson.core.JacksonException if it is not JSON in UTF-8
    /// @throws CharacterCodingException if it is not UTF-8
    static JsonNode parse(byte[] utf8) throws CharacterCodingException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        return utf8.length <= LARGEST_DECODED_WHOLE
                ? Json.MAPPER.readTree(decoder.decode(ByteBuffer.wrap(utf8)).toString())
                : Json.MAPPER.readTree(
                        new InputStreamReader(new ByteArrayInputStream(utf8), decoder));
    }
}
