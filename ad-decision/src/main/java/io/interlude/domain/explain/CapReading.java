package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.frequency.FrequencyCap;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A cap, and how much of it was used up.
///
/// @param id of the line item, campaign, ad unit or creative that is counted
/// @param used fetches in the window
/// @param freesAt when a full cap has room again; null where it has room, or never
public record CapReading(FrequencyCap cap, String id, long used, @Nullable Instant freesAt) {
    public CapReading {
        requireNonNull(cap, "cap is null");
        requireNonNull(id, "id is null");
    }

    public boolean full() {
        return used >= cap.max();
    }
}
