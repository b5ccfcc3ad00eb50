package io.interlude.fetch.context;

import io.interlude.domain.context.Conversation;
import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The conversation so far, at most [#MAX_BYTES] of UTF-8 and [#MAX_TURNS]. Lives as long as its
/// request: it is never written anywhere, and prints without its words.
public final class ConversationContext {
    public static final int MAX_BYTES = 4_096;

    /// A thousand turns of a letter would take twenty times as long to read as one text of them.
    public static final int MAX_TURNS = 64;

    private static final String DEFAULT_ROLE = "user";

    /// Characters after a cut that tell whether it splits one.
    private static final int LOOK_AHEAD = 32;

    private final List<Turn> turns;
    private final String text;
    private final int bytes;
    private final int userTurns;

    private ConversationContext(List<Turn> turns, int userTurns) {
        this.userTurns = userTurns;
        this.turns = List.copyOf(turns);
        this.text = turns.stream().map(Turn::text).collect(Collectors.joining("\n"));
        this.bytes = utf8Length(text);
    }

    /// The context that a JSON value stands for: a summary, or an array of `{role?, text}`. Nothing
    /// if it is empty or malformed.
    public static Optional<ConversationContext> parse(JsonNode value) {
        if (value.isString()) {
            return ofSummary(value.stringValue());
        }
        return value.isArray() ? ofTurns(value) : Optional.empty();
    }

    /// The context of a plain summary; beyond the limit its end is cut.
    public static Optional<ConversationContext> ofSummary(String summary) {
        return summary.isBlank()
                ? Optional.empty()
                : Optional.of(
                        new ConversationContext(List.of(new Turn(DEFAULT_ROLE, cut(summary))), 1));
    }

    private static Optional<ConversationContext> ofTurns(JsonNode array) {
        List<Turn> turns = new ArrayList<>();
        for (JsonNode element : array) {
            Turn turn = turn(element);
            if (turn == null) {
                return Optional.empty();
            }
            turns.add(turn);
        }
        List<Turn> kept = latest(turns);
        return kept.stream().allMatch(turn -> turn.text().isBlank())
                ? Optional.empty()
                : Optional.of(new ConversationContext(kept, usersOf(turns)));
    }

    private static int usersOf(List<Turn> turns) {
        return (int)
                turns.stream()
                        .map(turn -> Conversation.Speaker.ofRole(turn.role()))
                        .filter(speaker -> speaker == Conversation.Speaker.USER)
                        .count();
    }

    private static @Nullable Turn turn(JsonNode element) {
        JsonNode role = element.path("role");
        JsonNode text = element.path("text");
        boolean roleGiven = !role.isMissingNode() && !role.isNull();
        if (!element.isObject() || !text.isString() || (roleGiven && !role.isString())) {
            return null;
        }
        return new Turn(roleGiven ? role.stringValue() : DEFAULT_ROLE, text.stringValue());
    }

    /// The latest whole turns that fit; of a last turn that does not fit alone, its beginning.
    private static List<Turn> latest(List<Turn> turns) {
        Deque<Turn> kept = new ArrayDeque<>();
        int room = MAX_BYTES;
        for (Turn turn : turns.reversed()) {
            int needed = utf8Length(turn.text()) + (kept.isEmpty() ? 0 : 1);
            if (needed > room || kept.size() == MAX_TURNS) {
                break;
            }
            kept.addFirst(turn);
            room -= needed;
        }
        if (kept.isEmpty() && !turns.isEmpty()) {
            Turn last = turns.getLast();
            kept.add(new Turn(last.role(), cut(last.text())));
        }
        return List.copyOf(kept);
    }

    /// The longest beginning within the limit that splits no character as a reader sees it: an
    /// accent stays with its letter, and an emoji of several code points is whole or not there. A
    /// single character beyond the limit is cut between code points.
    private static String cut(String text) {
        if (utf8Length(text) <= MAX_BYTES) {
            return text;
        }
        int end = codePointsWithin(text);
        BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
        characters.setText(text.substring(0, Math.min(text.length(), end + LOOK_AHEAD)));
        int boundary = characters.isBoundary(end) ? end : characters.preceding(end);
        return text.substring(0, boundary > 0 ? boundary : end);
    }

    private static int codePointsWithin(String text) {
        int bytes = 0;
        int end = 0;
        while (true) {
            int codePoint = text.codePointAt(end);
            bytes += utf8Length(codePoint);
            if (bytes > MAX_BYTES) {
                return end;
            }
            end += Character.charCount(codePoint);
        }
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static int utf8Length(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }

    /// What an engine reads: a turn without a role is the user's.
    public Conversation conversation() {
        return new Conversation(
                turns.stream()
                        .map(turn ->
                                new Conversation.Turn(
                                        Conversation.Speaker.ofRole(turn.role()), turn.text()))
                        .toList());
    }

    /// What was said, oldest first.
    public List<Turn> turns() {
        return turns;
    }

    /// The words of all turns, a line each.
    public String text() {
        return text;
    }

    /// How many of the turns that were sent are the user's, those beyond the limit too.
    public int userTurns() {
        return userTurns;
    }

    /// Length of the text in UTF-8 bytes.
    public int bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return "ConversationContext[" + bytes + " bytes]";
    }

    /// One turn of a conversation. Prints without its words.
    public record Turn(String role, String text) {
        @Override
        public String toString() {
            return "Turn[redacted]";
        }
    }
}
