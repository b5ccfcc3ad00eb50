package io.interlude.aggregate.serving;

import io.interlude.state.wire.StoreGroup;

/// The part of its input that a store in this process is known to include.
public interface AppliedPositions {
    long NOT_FIT = -1;

    /// Every record before this offset is in the store of a partition that runs here; [#NOT_FIT] if
    /// it does not run, or that is not known. Of the counters' partitions the offset is one of
    /// `ads.fetches`.
    long ofOwner(StoreGroup group, int partition);

    /// The same of a partition that is followed here.
    long ofStandby(StoreGroup group, int partition);
}
