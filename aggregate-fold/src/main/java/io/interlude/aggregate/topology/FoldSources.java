package io.interlude.aggregate.topology;

import static java.util.Objects.requireNonNull;

import io.interlude.aggregate.matching.ServedFlows;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.reach.SubscriberHash;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;

/// The sources that the fold needs beside the journal.
///
/// @param flows of the creative versions that were served
/// @param subscriberHash what stands for a subscriber in reach
/// @param orgToTimeZone in which an org's days begin; empty for an org that is not read yet. Safe
///   for use by many threads
/// @param clock by which a record's time is too far ahead
public record FoldSources(
        ServedFlows flows,
        SubscriberHash subscriberHash,
        Function<OrgId, Optional<ZoneId>> orgToTimeZone,
        InstantSource clock) {
    public FoldSources {
        requireNonNull(flows, "flows is null");
        requireNonNull(subscriberHash, "subscriberHash is null");
        requireNonNull(orgToTimeZone, "orgToTimeZone is null");
        requireNonNull(clock, "clock is null");
    }
}
