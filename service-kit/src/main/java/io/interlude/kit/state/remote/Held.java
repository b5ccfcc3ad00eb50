package io.interlude.kit.state.remote;

import java.util.Set;

/// The partitions of one store group that an instance has.
///
/// @param active those that it owns
/// @param standby those that it only follows
public record Held(Set<Integer> active, Set<Integer> standby) {
    public static final Held NOTHING = new Held(Set.of(), Set.of());

    public Held {
        active = Set.copyOf(active);
        standby = Set.copyOf(standby);
    }
}
