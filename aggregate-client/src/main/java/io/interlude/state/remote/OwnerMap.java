package io.interlude.state.remote;

import io.interlude.state.wire.HostedPartitions;
import io.interlude.state.wire.InstanceReport;
import io.interlude.state.wire.StoreGroup;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The owners of all partitions, from each instance's report of itself. Immutable.
final class OwnerMap {
    static final OwnerMap NOBODY = new OwnerMap(Map.of(), Map.of(), 0);

    private final Map<Claim, Long> claimToSince;
    private final Map<StoreGroup, Map<Integer, OwnerRoute>> routes;
    private final int partitions;

    private OwnerMap(
            Map<Claim, Long> claimToSince,
            Map<StoreGroup, Map<Integer, OwnerRoute>> routes,
            int partitions) {
        this.claimToSince = claimToSince;
        this.routes = routes;
        this.partitions = partitions;
    }

    /// The map after a round of reports. Of two that say they own a partition the one that has said
    /// so for the shorter time goes first: the other may not have noticed its loss.
    ///
    /// @param reports of instances that answered, and the last ones of those that did not
    /// @param round its number
    OwnerMap next(Iterable<InstanceReport> reports, long round) {
        Map<Claim, Long> claims = new HashMap<>();
        Map<StoreGroup, Map<Integer, List<URI>>> owners = new EnumMap<>(StoreGroup.class);
        Map<StoreGroup, Map<Integer, List<URI>>> standbys = new EnumMap<>(StoreGroup.class);
        int count = 0;
        for (InstanceReport report : reports) {
            count = Math.max(count, report.partitions());
            for (StoreGroup group : StoreGroup.values()) {
                HostedPartitions hosted = report.hosted(group);
                for (int partition : hosted.active()) {
                    Claim claim = new Claim(report.url(), group, partition);
                    claims.put(claim, claimToSince.getOrDefault(claim, round));
                }
                add(owners, group, hosted.active(), report.url());
                add(standbys, group, hosted.standby(), report.url());
            }
        }
        return new OwnerMap(Map.copyOf(claims), routes(owners, standbys, claims, count), count);
    }

    OwnerRoute route(StoreGroup group, int partition) {
        return routes.getOrDefault(group, Map.of()).getOrDefault(partition, OwnerRoute.NOWHERE);
    }

    /// Partitions of each store group; 0 until an instance has told.
    int partitions() {
        return partitions;
    }

    private static void add(
            Map<StoreGroup, Map<Integer, List<URI>>> to,
            StoreGroup group,
            Set<Integer> partitions,
            URI url) {
        Map<Integer, List<URI>> ofGroup = to.computeIfAbsent(group, _ -> new HashMap<>());
        partitions.forEach(
                partition -> ofGroup.computeIfAbsent(partition, _ -> new ArrayList<>()).add(url));
    }

    private static Map<StoreGroup, Map<Integer, OwnerRoute>> routes(
            Map<StoreGroup, Map<Integer, List<URI>>> owners,
            Map<StoreGroup, Map<Integer, List<URI>>> standbys,
            Map<Claim, Long> claims,
            int count) {
        Map<StoreGroup, Map<Integer, OwnerRoute>> routes = new EnumMap<>(StoreGroup.class);
        for (StoreGroup group : StoreGroup.values()) {
            Map<Integer, OwnerRoute> ofGroup = new HashMap<>();
            for (int i = 0; i < count; i++) {
                int partition = i;
                List<URI> latestFirst =
                        owners
                                .getOrDefault(group, Map.of())
                                .getOrDefault(partition, List.of())
                                .stream()
                                .sorted(
                                        Comparator.comparingLong((URI url) ->
                                                        -claims.getOrDefault(
                                                                new Claim(url, group, partition),
                                                                0L))
                                                .thenComparing(Comparator.naturalOrder()))
                                .toList();
                List<URI> copies =
                        standbys.getOrDefault(group, Map.of()).getOrDefault(partition, List.of());
                ofGroup.put(partition, new OwnerRoute(latestFirst, copies));
            }
            routes.put(group, Map.copyOf(ofGroup));
        }
        return routes;
    }

    private record Claim(URI url, StoreGroup group, int partition) {}
}
