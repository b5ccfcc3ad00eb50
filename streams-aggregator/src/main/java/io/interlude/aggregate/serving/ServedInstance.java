package io.interlude.aggregate.serving;

import java.net.URI;
import java.util.function.IntPredicate;

/// The instance that this process is.
///
/// @param url where other services reach it
/// @param applicationId the group of all instances
/// @param partitions partitions of each store group
/// @param streams what runs in it
/// @param caughtUp whether a partition of the journal has applied what it held at the start
public record ServedInstance(
        URI url,
        String applicationId,
        int partitions,
        RunningStreams streams,
        IntPredicate caughtUp) {}
