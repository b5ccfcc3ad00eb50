package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

/// An event of a fetch as it was counted.
///
/// @param order its place among the events of its kind, in which clicks are judged
/// @param takenBack whether a correction took it back
public record CountedEvent(FetchEvent event, long order, boolean takenBack) {
    public CountedEvent {
        requireNonNull(event, "event is null");
    }

    /// The same event, taken back.
    public CountedEvent asTakenBack() {
        return new CountedEvent(event, order, true);
    }
}
