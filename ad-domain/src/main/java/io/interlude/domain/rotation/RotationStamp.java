package io.interlude.domain.rotation;

/// The point in the life of its rotation at which a fetch was decided. The journal keeps it with
/// the fetch, so that the fold over the journal needs no order between partitions, and folding it
/// again comes to the same.
///
/// An epoch ends when [#EPOCH_ENGAGEMENTS] of its own fetches are known to have engaged, but not
/// before it has [#EPOCH_FETCHES]. Time thus runs in evidence: an epoch is long where engagement is
/// rare, and where it comes late; and where every second fetch engages, which tells little of a
/// rate, it is long enough to tell creatives apart.
///
/// @param epoch epoch of the rotation, from 0
/// @param sequence fetches of the rotated creatives before this one, as far as the decision knew;
///   two instances may give the same number, and never one that they have seen
public record RotationStamp(long epoch, long sequence) {
    public static final RotationStamp START = new RotationStamp(0, 0);

    /// Engaged fetches after which an epoch ends.
    static final long EPOCH_ENGAGEMENTS = 32;

    /// Fetches before which no epoch ends. With fewer than one engagement in twenty they have come
    /// before the engagements have.
    public static final long EPOCH_FETCHES = 640;

    /// The stamp of the next fetch.
    ///
    /// @param creatives how each creative did that is rotated, whether or not a cap holds it back
    public static RotationStamp next(Engagement[] creatives) {
        return next(creatives, EPOCH_FETCHES);
    }

    /// The same with another least length of an epoch, of decisions of before there was one.
    public static RotationStamp next(Engagement[] creatives, long epochFetches) {
        long newest = 0;
        long engaged = 0;
        long ofNewest = 0;
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
                    ofNewest = 0;
                }
                if (epoch.epoch() == newest) {
                    engaged += epoch.engagedFetches();
                    ofNewest += epoch.fetches();
                }
            }
        }
        boolean ended = engaged >= EPOCH_ENGAGEMENTS && ofNewest >= epochFetches;
        return new RotationStamp(ended ? newest + 1 : newest, Math.max(fetches, afterLast));
    }
}
