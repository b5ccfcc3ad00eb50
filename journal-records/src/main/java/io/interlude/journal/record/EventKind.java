package io.interlude.journal.record;

import io.interlude.schema.EventType;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/// The kinds of event in the journal. Events of one kind have a topic and a record of their own,
/// and a type each.
public enum EventKind {
    FETCH,
    NO_FILL,
    DELIVERY,
    CLICK,
    CONVERSION,
    FLOW_STEP,
    CUSTOM,
    FEEDBACK,
    /// Of a later version.
    UNKNOWN;

    public static EventKind of(EventType type) {
        return switch (type) {
            case fetch -> FETCH;
            case no_fill -> NO_FILL;
            case send, deliver, read -> DELIVERY;
            case click -> CLICK;
            case conversion -> CONVERSION;
            case node_visit, choice_tap, nlu_match, flow_complete, flow_abandon, handoff_click ->
                    FLOW_STEP;
            case custom -> CUSTOM;
            case feedback -> FEEDBACK;
            case UNKNOWN -> UNKNOWN;
        };
    }

    /// The types of this kind.
    public Set<EventType> types() {
        return Arrays.stream(EventType.values())
                .filter(type -> of(type) == this)
                .collect(Collectors.toUnmodifiableSet());
    }
}
