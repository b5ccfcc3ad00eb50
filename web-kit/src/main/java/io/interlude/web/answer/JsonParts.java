package io.interlude.web.answer;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.journal.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.StreamReadConstraints;

/// The elements of one array in the object of a client's JSON text, found without parsing it. A
/// parser gives up the whole text for one element that is beyond a limit, and a tree would take its
/// memory; so such elements are overwritten first. For one thread.
final class JsonParts {
    private static final int LONGEST_NAME = StreamReadConstraints.DEFAULT_MAX_NAME_LEN;
    private static final byte[] NOTHING = "null".getBytes(US_ASCII);

    private final byte[] utf8;
    private final byte[] field;
    private final int mostParts;
    private final List<Part> parts = new ArrayList<>();
    private int depth;
    private boolean inArray;
    private int textStart;
    private int textEnd;
    private int textLength;

    // Of the part that is being read.
    private int start;
    private int tokens;
    private boolean beyondLimits;

    private JsonParts(byte[] utf8, String field, int mostParts) {
        this.utf8 = utf8;
        this.field = field.getBytes(UTF_8);
        this.mostParts = mostParts;
    }

    /// @param field name of the array; of a name that comes twice the last one counts
    /// @param mostParts of an array of more elements none is known
    static JsonParts of(byte[] utf8, String field, int mostParts) {
        JsonParts parts = new JsonParts(utf8, field, mostParts);
        parts.scan();
        return parts;
    }

    /// Overwrites the elements that are too deep or have too long a name, and, while the text has
    /// too many values and names, the one with the most of them.
    ///
    /// @return places of what is overwritten
    Set<Integer> leaveOut() {
        if (parts.size() > mostParts) {
            return Set.of();
        }
        int left = JsonTree.of(utf8).tokens();
        Set<Integer> leftOut = new HashSet<>();
        List<Integer> largestFirst = new ArrayList<>();
        for (int place = 0; place < parts.size(); place++) {
            largestFirst.add(place);
        }
        largestFirst.sort(Comparator.comparingInt(this::weight).reversed());
        for (int place : largestFirst) {
            Part part = parts.get(place);
            boolean enough = !part.beyondLimits() && left <= JsonTree.mostTokens(utf8.length);
            if (enough || part.end() - part.start() < NOTHING.length) {
                break;
            }
            leftOut.add(place);
            left -= part.tokens();
            Arrays.fill(utf8, part.start(), part.end(), (byte) ' ');
            System.arraycopy(NOTHING, 0, utf8, part.start(), NOTHING.length);
        }
        return leftOut;
    }

    private int weight(int place) {
        Part part = parts.get(place);
        return part.beyondLimits() ? Integer.MAX_VALUE : part.tokens();
    }

    private void scan() {
        boolean quoted = false;
        for (int i = 0; i < utf8.length && parts.size() <= mostParts; i++) {
            byte at = utf8[i];
            if (!quoted && at != '"') {
                mark(i);
            } else if (at == '"') {
                quoted = !quoted;
                if (quoted) {
                    textStart = i + 1;
                    textLength = 0;
                } else {
                    textEnd = i;
                }
            } else {
                textLength += lengthOf(at);
                i += at == '\\' ? 1 : 0;
            }
        }
    }

    /// What a byte of UTF-8 adds to a text's length in UTF-16.
    private static int lengthOf(byte at) {
        if ((at & 0xc0) == 0x80) {
            return 0;
        }
        return (at & 0xf8) == 0xf0 ? 2 : 1;
    }

    /// A byte outside of texts.
    private void mark(int at) {
        switch (utf8[at]) {
            case '{', '[' -> {
                depth++;
                if (depth == 2 && utf8[at] == '[' && isField()) {
                    inArray = true;
                    parts.clear();
                    begin(at + 1);
                    return;
                }
                tokens++;
                beyondLimits |= depth > Json.LARGEST_DEPTH;
            }
            case '}', ']' -> {
                if (depth == 2 && inArray) {
                    end(at);
                    inArray = false;
                }
                depth--;
                tokens++;
            }
            case ',' -> {
                if (depth == 2 && inArray) {
                    end(at);
                    begin(at + 1);
                } else {
                    tokens++;
                }
            }
            case ':' -> {
                tokens++;
                beyondLimits |= textLength > LONGEST_NAME;
            }
            default -> {
                // White space, and values without parts.
            }
        }
    }

    private boolean isField() {
        return Arrays.equals(utf8, textStart, textEnd, field, 0, field.length);
    }

    private void begin(int at) {
        start = at;
        tokens = 0;
        beyondLimits = false;
    }

    private void end(int at) {
        parts.add(new Part(start, at, tokens, beyondLimits));
    }

    /// @param end of its bytes, exclusive
    /// @param tokens as [JsonTree] counts them
    private record Part(int start, int end, int tokens, boolean beyondLimits) {}
}
