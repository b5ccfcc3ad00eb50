package io.interlude.aggregate.serving;

import io.interlude.state.wire.HostedPartitions;
import io.interlude.state.wire.InstanceReport;
import io.interlude.state.wire.StoreGroup;
import java.net.URI;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;

/// Reports what this instance has. It names only partitions that it would answer for now: one that
/// is being restored, or that has not caught up, is nobody's yet.
final class InstanceReports {
    private final ServedInstance instance;
    private final AppliedPositions positions;
    private Map<StoreGroup, HostedPartitions> last = Map.of();
    private long generation;

    InstanceReports(ServedInstance instance, AppliedPositions positions) {
        this.instance = instance;
        this.positions = positions;
    }

    synchronized InstanceReport report() {
        Map<StoreGroup, HostedPartitions> hosted = hosted();
        if (!hosted.equals(last)) {
            last = hosted;
            generation++;
        }
        Map<URI, Map<StoreGroup, HostedPartitions>> instances = others();
        instances.put(instance.url(), hosted);
        return new InstanceReport(
                instance.url(),
                generation,
                instance.applicationId(),
                instance.partitions(),
                instances);
    }

    private Map<StoreGroup, HostedPartitions> hosted() {
        Map<StoreGroup, HostedPartitions> hosted = new EnumMap<>(StoreGroup.class);
        for (StoreGroup group : StoreGroup.values()) {
            Set<Integer> active = new TreeSet<>();
            Set<Integer> standby = new TreeSet<>();
            for (int partition = 0; partition < instance.partitions(); partition++) {
                if (group == StoreGroup.COUNTERS && !instance.caughtUp().test(partition)) {
                    continue;
                }
                if (positions.ofOwner(group, partition) != AppliedPositions.NOT_FIT) {
                    active.add(partition);
                } else if (positions.ofStandby(group, partition) != AppliedPositions.NOT_FIT) {
                    standby.add(partition);
                }
            }
            hosted.put(group, new HostedPartitions(active, standby));
        }
        return hosted;
    }

    /// As the group's coordinator told with the last heartbeat: enough to know where to ask.
    private Map<URI, Map<StoreGroup, HostedPartitions>> others() {
        Map<URI, Map<StoreGroup, HostedPartitions>> others = new HashMap<>();
        for (StreamsMetadata client : instance.streams().clients()) {
            if (!client.hostInfo().equals(HostInfo.unavailable())) {
                others.put(url(client.hostInfo()), hosted(client));
            }
        }
        return others;
    }

    private static Map<StoreGroup, HostedPartitions> hosted(StreamsMetadata client) {
        Map<StoreGroup, Set<Integer>> active = LocalTasks.partitions(client.topicPartitions());
        Map<StoreGroup, Set<Integer>> standby =
                LocalTasks.partitions(client.standbyTopicPartitions());
        return active.keySet().stream()
                .collect(
                        Collectors.toMap(
                                group -> group,
                                group ->
                                        new HostedPartitions(
                                                active.getOrDefault(group, Set.of()),
                                                standby.getOrDefault(group, Set.of()))));
    }

    /// All instances are reached the same way.
    private URI url(HostInfo host) {
        return URI.create(instance.url().getScheme() + "://" + host.host() + ':' + host.port());
    }
}
