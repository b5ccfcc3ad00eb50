package io.interlude.domain.rotation;

/// The engagement of one creative in one epoch of its rotation. Engagement belongs to the epoch of
/// its fetch, however late it comes.
///
/// @param epoch number of the epoch, from 0; see [RotationStamp]
public record EngagementEpoch(long epoch, long fetches, long engagedFetches) {}
