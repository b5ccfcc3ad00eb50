package io.interlude.client.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A flow as it was served, for [io.interlude.flow.FlowExecutor]: whatever it holds, it can be
/// walked.
///
/// @param json maps, lists, texts and numbers
public record ServedFlow(@JsonValue Map<String, @Nullable Object> json) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ServedFlow {}
}
