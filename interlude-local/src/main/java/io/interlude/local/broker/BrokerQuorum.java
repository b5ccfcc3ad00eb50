package io.interlude.local.broker;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The nodes that are one Kafka together, each of them broker and controller, all on loopback.
///
/// @param nodeId this node's, from 1
/// @param controllerPorts of the nodes 1, 2 and so on
/// @param clusterId what every node's folder is formatted with, the same for all
public record BrokerQuorum(int nodeId, List<Integer> controllerPorts, String clusterId) {
    private static final int MOST_COPIES = 3;

    public BrokerQuorum {
        controllerPorts = List.copyOf(controllerPorts);
        if (nodeId < 1 || nodeId > controllerPorts.size()) {
            throw new IllegalArgumentException(
                    "nodeId is not 1 to %d: %d".formatted(controllerPorts.size(), nodeId));
        }
        if (controllerPorts.stream().distinct().count() < controllerPorts.size()) {
            throw new IllegalArgumentException("controllerPorts repeats one: " + controllerPorts);
        }
        if (clusterId.isBlank()) {
            throw new IllegalArgumentException("clusterId is blank");
        }
    }

    /// The quorum of one node.
    static BrokerQuorum alone(int controllerPort, String clusterId) {
        return new BrokerQuorum(1, List.of(controllerPort), clusterId);
    }

    /// The most copies that a cluster of this size is given of anything: three outlive the loss of
    /// one broker without a stop of writing, and a fourth only costs.
    public static int copies(int nodes) {
        return Math.min(nodes, MOST_COPIES);
    }

    /// How many copies an acknowledged record has at least: one broker of three may be away.
    public static int leastCopies(int nodes) {
        return copies(nodes) == MOST_COPIES ? MOST_COPIES - 1 : 1;
    }

    int nodes() {
        return controllerPorts.size();
    }

    int controllerPort() {
        return controllerPorts.get(nodeId - 1);
    }

    /// What Kafka's `controller.quorum.voters` takes.
    String voters() {
        return IntStream.range(0, nodes())
                .mapToObj(i ->
                        "%d@%s:%d"
                                .formatted(i + 1, LocalBrokerSettings.HOST, controllerPorts.get(i)))
                .collect(Collectors.joining(","));
    }
}
