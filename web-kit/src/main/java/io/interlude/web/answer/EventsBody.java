package io.interlude.web.answer;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// A body whose events are judged one by one.
///
/// @param json the body, with null in place of each event that is left out
/// @param leftOut places, from 0, of the events that are beyond a limit
public record EventsBody(ObjectNode json, Set<Integer> leftOut) {
    public EventsBody {
        requireNonNull(json, "json is null");
        leftOut = Set.copyOf(leftOut);
    }
}
