package io.interlude.local.cluster;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The ports of the processes, all on 127.0.0.1: the gateway at the base port, the registry two
/// above it, and instance n of each other role n above the role's ten.
///
/// @param base the gateway's port
record ClusterPorts(int base) {
    static final int HIGHEST_BASE = 65_400;

    private static final String HOST = "127.0.0.1";
    private static final int CONTROLLERS = 20;

    /// The port of an instance.
    ///
    /// @param number from 1
    int of(ProcessRole role, int number) {
        return switch (role) {
            case GATEWAY, REGISTRY -> base + role.portOffset();
            case BROKER, AGGREGATOR, MANAGEMENT, INGEST, FETCH, REPORT ->
                    base + role.portOffset() + number;
        };
    }

    /// The ports on which brokers elect their controller.
    List<Integer> controllers(int brokers) {
        return IntStream.rangeClosed(1, brokers).map(i -> base + CONTROLLERS + i).boxed().toList();
    }

    /// The address of an instance.
    String address(ProcessRole role, int number) {
        return HOST + ":" + of(role, number);
    }

    /// The addresses of several instances, with commas between them.
    String addresses(ProcessRole role, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> address(role, i))
                .collect(Collectors.joining(","));
    }

    /// The same as URLs.
    String urls(ProcessRole role, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> url(role, i).toString())
                .collect(Collectors.joining(","));
    }

    /// The URL of an instance that speaks HTTP.
    URI url(ProcessRole role, int number) {
        return URI.create("http://" + address(role, number));
    }

    /// The URL that clients of the registry take.
    URI registry() {
        return url(ProcessRole.REGISTRY, 1).resolve("/registry");
    }
}
