package io.interlude.ingest.flow;

import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// A key of a flow event's `eventData`, and the form of its value (the specification's 2.4 and
/// 6.2). No form leaves room for the user's words.
public enum FlowField {
    NODE_ID("nodeId", "a node id"),
    CHOICE_ID("choiceId", "a choice id"),
    INTENT("intent", "an intent id (1 to 32 of a-z, 0-9 and _)"),
    TERMINAL_NODE_ID("terminalNodeId", "a node id"),
    LAST_NODE_ID("lastNodeId", "a node id"),
    TURNS("turns", "an integer from 0 to 10000"),
    REASON("reason", "user_exit, no_match, timeout or unsupported_spec"),
    HANDOFF_KIND("handoffKind", "url");

    /// Reason of an abandoned flow that was never run, and so has no last node.
    public static final String UNSUPPORTED_SPEC = "unsupported_spec";

    private static final Pattern NODE_ID_FORM = Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}");
    private static final Pattern INTENT_FORM = Pattern.compile("[a-z0-9_]{1,32}");
    private static final Set<String> REASONS =
            Set.of("user_exit", "no_match", "timeout", UNSUPPORTED_SPEC);
    private static final int MAX_TURNS = 10_000;

    private final String wireName;
    private final String form;

    FlowField(String wireName, String form) {
        this.wireName = wireName;
        this.form = form;
    }

    public String wireName() {
        return wireName;
    }

    /// The form of the value, in words that fit after "must be".
    public String form() {
        return form;
    }

    public boolean wellFormed(JsonNode value) {
        return switch (this) {
            case NODE_ID, CHOICE_ID, TERMINAL_NODE_ID, LAST_NODE_ID -> isNodeId(value);
            case INTENT -> isIntent(value);
            case TURNS -> isTurns(value);
            case REASON -> isReason(value);
            case HANDOFF_KIND -> isHandoffKind(value);
        };
    }

    private static boolean isNodeId(JsonNode value) {
        return value.isString() && NODE_ID_FORM.matcher(value.stringValue()).matches();
    }

    private static boolean isIntent(JsonNode value) {
        return value.isString() && INTENT_FORM.matcher(value.stringValue()).matches();
    }

    private static boolean isTurns(JsonNode value) {
        return value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= 0
                && value.intValue() <= MAX_TURNS;
    }

    private static boolean isReason(JsonNode value) {
        return value.isString() && REASONS.contains(value.stringValue());
    }

    private static boolean isHandoffKind(JsonNode value) {
        return value.isString() && value.stringValue().equals("url");
    }
}
