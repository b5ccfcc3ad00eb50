package io.interlude.flow;

import java.util.LinkedHashMap;
import java.util.Map;

/// An event to report (6.2 of the specification). The body of `POST /v1/event` is `version` 2, the
/// fetch's `messageId` as `fetchEventId`, and these two. Never holds a word that the person typed.
///
/// @param eventType such as `node_visit`
/// @param eventData texts and whole numbers
public record FlowEvent(String eventType, Map<String, Object> eventData) {
    public FlowEvent {
        eventData = Map.copyOf(eventData);
    }

    /// The whole body, for any JSON library.
    ///
    /// @param messageId of the fetch that served the flow
    public Map<String, Object> body(String messageId) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("version", 2);
        body.put("eventType", eventType);
        body.put("fetchEventId", messageId);
        body.put("eventData", eventData);
        return body;
    }
}
