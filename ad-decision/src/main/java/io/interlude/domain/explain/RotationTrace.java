package io.interlude.domain.explain;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.rotation.AdaptiveTrace;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationStamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The record of how the creative was chosen.
///
/// @param creatives among which it was, in the order of the rotation
/// @param served index of the one that was recorded
/// @param adaptive null in other modes, and with a single creative
/// @param sequencePlace fetches before this one in the sequence; null in other modes
public record RotationTrace(
        Rotation rotation,
        RotationStamp stamp,
        List<Entrant> creatives,
        int served,
        @Nullable AdaptiveTrace adaptive,
        @Nullable Long sequencePlace) {
    public RotationTrace {
        creatives = List.copyOf(creatives);
    }

    /// One of the creatives.
    ///
    /// @param mayServe whether no cap of its own held it back
    /// @param engagement how it had done; null where that was not read
    public record Entrant(
            CreativeVersion creative, boolean mayServe, @Nullable Engagement engagement) {}
}
