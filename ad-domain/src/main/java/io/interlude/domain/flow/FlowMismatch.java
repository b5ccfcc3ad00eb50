package io.interlude.domain.flow;

import static java.util.Objects.requireNonNull;

/// The reason why a step cannot have happened in the served flow.
///
/// @param field the part of the event at fault, as in `eventData.choiceId`
/// @param description one sentence, without anything of the event
public record FlowMismatch(String field, String description) {
    /// The ad that was served has no nodes.
    public static final FlowMismatch NO_FLOW =
            new FlowMismatch("eventType", "The served ad is not a flow.");

    public FlowMismatch {
        requireNonNull(field, "field is null");
        requireNonNull(description, "description is null");
    }
}
