package io.interlude.aggregate.matching;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Fetches of one partition whose parked events wait for the flow that was served. It only says
/// when to look again; the events themselves are in [ParkedEvents]. Asking costs one look-up for
/// each version that is awaited, however many events wait.
public final class AwaitedFlows {
    private final ServedFlows flows;
    private final Map<ServedVersion, Set<UUID>> versionToFetches = new HashMap<>();

    public AwaitedFlows(ServedFlows flows) {
        this.flows = flows;
    }

    public void add(ServedVersion version, UUID fetch) {
        versionToFetches.computeIfAbsent(version, _ -> new LinkedHashSet<>()).add(fetch);
    }

    /// Forgets a fetch whose events all gave up.
    public void remove(ServedVersion version, UUID fetch) {
        versionToFetches.computeIfPresent(
                version,
                (_, fetches) -> fetches.remove(fetch) && fetches.isEmpty() ? null : fetches);
    }

    /// Takes out the fetches whose flow has become known.
    public List<UUID> takeKnown() {
        if (versionToFetches.isEmpty()) {
            return List.of();
        }
        List<UUID> known = new ArrayList<>();
        versionToFetches
                .entrySet()
                .removeIf(awaited -> {
                    boolean found = flows.outline(awaited.getKey()).isPresent();
                    if (found) {
                        known.addAll(awaited.getValue());
                    }
                    return found;
                });
        return known;
    }
}
