package io.interlude.state.wire;

import java.util.Set;

/// The partitions of one store group that an instance has.
///
/// @param active those that it owns
/// @param standby those that it only follows
public record HostedPartitions(Set<Integer> active, Set<Integer> standby) {
    public static final HostedPartitions NOTHING = new HostedPartitions(Set.of(), Set.of());

    public HostedPartitions {
        active = Set.copyOf(active);
        standby = Set.copyOf(standby);
    }
}
