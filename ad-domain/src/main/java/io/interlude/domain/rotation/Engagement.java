package io.interlude.domain.rotation;

import java.util.List;

/// The evidence of rotation: how a creative did lately, and when. With its sum
/// ([EngagementFold#sum(Engagement, Engagement)]) it does not matter in which order fetches and
/// engagements are added.
///
/// @param fetches all fetches ever
/// @param lastServed [RotationStamp#sequence] of the latest fetch; [#NEVER] without one
/// @param lastEngaged the same of the latest fetch that is known to have engaged
/// @param epochs how it did in the latest epochs, newest first
public record Engagement(
        long fetches, long lastServed, long lastEngaged, List<EngagementEpoch> epochs) {
    /// Comes before every sequence number.
    public static final long NEVER = -1;

    public static final Engagement NONE = new Engagement(0, NEVER, NEVER, List.of());

    public Engagement {
        epochs = List.copyOf(epochs);
    }

    /// One fetch without engagement yet.
    public static Engagement served(RotationStamp stamp) {
        return new Engagement(
                1, stamp.sequence(), NEVER, List.of(new EngagementEpoch(stamp.epoch(), 1, 0)));
    }

    /// The first engagement with a fetch that was counted as served.
    public static Engagement engaged(RotationStamp stamp) {
        return new Engagement(
                0, NEVER, stamp.sequence(), List.of(new EngagementEpoch(stamp.epoch(), 0, 1)));
    }
}
