package io.interlude.state.remote;

import java.net.URI;
import java.util.List;

/// The instances to ask for a partition.
///
/// @param owners instances that say that they own it: one, or none while it moves, or two for a
///   moment when one has not noticed yet; the latest to say so first
/// @param standbys instances that keep a copy
public record OwnerRoute(List<URI> owners, List<URI> standbys) {
    public static final OwnerRoute NOWHERE = new OwnerRoute(List.of(), List.of());

    public OwnerRoute {
        owners = List.copyOf(owners);
        standbys = List.copyOf(standbys);
    }
}
