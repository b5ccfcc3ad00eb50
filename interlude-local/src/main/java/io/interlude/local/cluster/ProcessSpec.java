package io.interlude.local.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The start of one process of the cluster, the same each time. Prints no secret.
///
/// @param name unique in the cluster, such as `fetch-service-1`; its folder and its log have it
/// @param role its role in the cluster
/// @param port port that it listens on
/// @param command the program and its arguments
/// @param environment added to the environment of this process
/// @param folder folder of its data
/// @param log file of its output
record ProcessSpec(
        String name,
        ProcessRole role,
        int port,
        List<String> command,
        Map<String, String> environment,
        Path folder,
        Path log) {
    private static final String READY_FILE = "ready";

    ProcessSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /// The address for its clients: a broker's, or a URL.
    String address() {
        String address = "127.0.0.1:" + port;
        return switch (role) {
            case BROKER -> address;
            case REGISTRY -> "http://" + address + "/registry";
            case AGGREGATOR, MANAGEMENT, INGEST, FETCH, REPORT, GATEWAY -> "http://" + address;
        };
    }

    /// Answers 200 when it can do its work; a broker tells by [#readyFile].
    URI health() {
        return URI.create("http://127.0.0.1:" + port + "/health/ready");
    }

    /// Made by a broker that clients can use.
    Path readyFile() {
        return readyFile(folder);
    }

    static Path readyFile(Path folder) {
        return folder.resolve(READY_FILE);
    }

    @Override
    public String toString() {
        return "ProcessSpec[" + name + "]";
    }
}
