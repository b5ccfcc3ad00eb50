package io.interlude.journal.history;

import java.time.Instant;
import java.util.List;

/// Everything that the journal holds of one fetch, in order, the fetch itself first.
///
/// @param readTo later events are not in it; where the journal was read to its end, the time of
///   reading is not told and this is the end of the fetch's window
/// @param complete whether all up to there could be read in time
public record FetchStory(List<JudgedEvent> events, Instant readTo, boolean complete) {
    public FetchStory {
        events = List.copyOf(events);
    }
}
