package io.interlude.client.api;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// The types of ad event. The events of flows are reported by [io.interlude.client.FlowSession]
/// itself.
public enum EventType {
    SEND,
    DELIVER,
    READ,
    CLICK,
    CONVERSION,
    NODE_VISIT,
    CHOICE_TAP,
    NLU_MATCH,
    FLOW_COMPLETE,
    FLOW_ABANDON,
    HANDOFF_CLICK;

    /// The name on the wire.
    @JsonValue
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Reads [#wireName].
    ///
    /// @throws IllegalArgumentException when there is none of that name
    public static EventType of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
