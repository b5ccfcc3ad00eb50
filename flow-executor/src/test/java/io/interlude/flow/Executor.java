package io.interlude.flow;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Something that walks flows, behind JSON: what both executors are held against.
interface Executor {
    /// Plays a whole walk, handing the state from step to step as JSON.
    ///
    /// @param flow the payload
    /// @param surface `web`, `sms` or `plain`
    /// @param inputs in the form of the vectors
    /// @param matches what a caller's own matcher would say; empty for the default one
    /// @return one object `{present, texts, events, state}` for the start and for each input
    JsonNode play(
            JsonNode flow, String surface, List<JsonNode> inputs, Map<String, String> matches);
}
