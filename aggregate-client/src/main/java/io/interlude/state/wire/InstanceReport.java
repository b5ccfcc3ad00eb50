package io.interlude.state.wire;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Map;

/// The report of one instance of the aggregator about itself and the others.
///
/// Of itself it says what runs in it at that moment; of the others what the group's coordinator
/// last told it, which is late by a heartbeat. So readers take from each its own part, and from the
/// rest only where to ask.
///
/// @param url where it is reached
/// @param generation number of changes of what it has itself, since it started
/// @param applicationId the aggregator's group
/// @param partitions partitions of each store group
/// @param instances by URL, what each instance has, itself included
public record InstanceReport(
        URI url,
        long generation,
        String applicationId,
        int partitions,
        Map<URI, Map<StoreGroup, HostedPartitions>> instances) {
    public InstanceReport {
        requireNonNull(url, "url is null");
        requireNonNull(applicationId, "applicationId is null");
        instances = Map.copyOf(instances);
    }

    /// What the instance itself has.
    public HostedPartitions hosted(StoreGroup group) {
        return instances.getOrDefault(url, Map.of()).getOrDefault(group, HostedPartitions.NOTHING);
    }
}
