package io.interlude.state.remote;

/// The offset of a partition of `ads.fetches` that an answer must have applied to be used. See ADR
/// 5.
@FunctionalInterface
public interface AppliedFloor {
    /// For readers that know nothing of their own.
    AppliedFloor NONE = _ -> 0;

    /// What no answer has.
    long NOT_YET = Long.MAX_VALUE;

    /// Every fetch before this offset must be in the answer; [#NOT_YET] while it is not known.
    /// Never waits.
    long of(int partition);
}
