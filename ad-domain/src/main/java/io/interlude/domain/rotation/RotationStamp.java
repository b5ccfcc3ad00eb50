package io.interlude.domain.rotation;

/// Where in the life of its rotation a fetch was decided. The journal keeps it with the fetch, so
/// that the fold over the journal needs no order between partitions, and whoever folds it again
/// comes to the same.
///
/// An epoch ends when [#EPOCH_ENGAGEMENTS] of its own fetches are known to have engaged. Time thus
/// runs in evidence: an epoch is long where engagement is rare, and where it comes late.
///
/// @param epoch epoch of the rotation, from 0
/// @param sequence fetches of the rotated creatives before this one, as far as the decision knew;
///   two instances may give the same number, and never one that they have seen
public record RotationStamp(long epoch, long sequence) {
    public static final RotationStamp START = new RotationStamp(0, 0);

    /// Engaged fetches after which an epoch ends.
    static final long EPOCH_ENGAGEMENTS = 32;

    /// The stamp of the next fetch.
    ///
    /// @param creatives how each creative did that is rotated, whether or not a cap holds it back
    public static RotationStamp next(Engagement[] creatives) {
        long newest = 0;
        long engaged = 0;
        long fetches = 0;
        long afterLast = 0;
        for (Engagement creative : creatives) {
            fetches += creative.fetches();
            // More than the sum when a creative has left the rotation.
            afterLast = Math.max(afterLast, creative.lastServed() + 1);
            for (EngagementEpoch epoch : creative.epochs()) {
                if (epoch.epoch() > newest) {
                    newest = epoch.epoch();
                    engaged = 0;
                }
                if (epoch.epoch() == newest) {
                    engaged += epoch.engagedFetches();
                }
            }
        }
        return new RotationStamp(
                engaged >= EPOCH_ENGAGEMENTS ? newest + 1 : newest, Math.max(fetches, afterLast));
    }
}
