package io.interlude.flow;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The state of a walk. Small enough to be kept between two text messages; never holds a word that
/// the person typed.
///
/// @param nodeId the last node presented; null when there was none
/// @param turns message and choice-set nodes presented so far, as the depth of a flow counts them;
///   at most 10,000, the most that an event may tell
/// @param misses texts that matched nothing since the present choice-set was reached
/// @param ended null while the walk goes on
/// @param reason why it was abandoned; null otherwise
public record WalkState(
        @Nullable String nodeId,
        int turns,
        int misses,
        @Nullable End ended,
        @Nullable Reason reason) {
    /// The end of a walk.
    public enum End {
        /// At a terminal action.
        COMPLETE,
        /// Early.
        ABANDON
    }

    /// Why a walk ends early.
    public enum Reason {
        USER_EXIT,
        NO_MATCH,
        TIMEOUT,
        /// The flow is of an unknown major version, or is no sound flow.
        UNSUPPORTED_SPEC;

        /// The name in events.
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final WalkState BEFORE_START = new WalkState(null, 0, 0, null, null);

    public boolean over() {
        return ended != null;
    }

    /// The state as JSON would have it; [#of] reads it back.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("nodeId", nodeId);
        json.put("turns", turns);
        json.put("misses", misses);
        json.put("ended", ended == null ? null : ended.name().toLowerCase(Locale.ROOT));
        if (reason != null) {
            json.put("reason", reason.wireName());
        }
        return json;
    }

    /// Reads what [#json] wrote.
    ///
    /// @throws IllegalArgumentException when it is something else
    public static WalkState of(Map<String, ? extends @Nullable Object> json) {
        if (!(json.get("turns") instanceof Number turns)
                || !(json.get("misses") instanceof Number misses)) {
            throw new IllegalArgumentException("no state of a walk: turns or misses is missing");
        }
        String ended = text(json.get("ended"));
        String reason = text(json.get("reason"));
        return new WalkState(
                text(json.get("nodeId")),
                turns.intValue(),
                misses.intValue(),
                ended == null ? null : End.valueOf(ended.toUpperCase(Locale.ROOT)),
                reason == null ? null : Reason.valueOf(reason.toUpperCase(Locale.ROOT)));
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String text ? text : null;
    }
}
