package io.interlude.local.broker;

import java.nio.file.Path;
import java.util.Optional;

/// The broker's folder and ports, and its share of the machine.
///
/// @param dataFolder holds Kafka's own folder `kafka`, which the first start formats
/// @param port the loopback port that clients use
/// @param controllerPort the loopback port between broker and controller; 0 takes a free one at
///   each start, which is safe because no address of it is kept on disk
/// @param ioThreads request handler threads
/// @param segmentBytes size of a journal segment: after a kill the broker reads the last segment of
///   every partition again, so large ones make that start slow
/// @param quorum the nodes that this one is a part of; empty for a broker of its own
public record LocalBrokerConfig(
        Path dataFolder,
        int port,
        int controllerPort,
        int ioThreads,
        int segmentBytes,
        Optional<BrokerQuorum> quorum) {

    private static final int HIGHEST_PORT = 65_535;
    private static final int LEAST_SEGMENT_BYTES = 1 << 20;

    public LocalBrokerConfig {
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("port is out of range: " + port);
        }
        if (controllerPort < 0 || controllerPort > HIGHEST_PORT || controllerPort == port) {
            throw new IllegalArgumentException(
                    "controllerPort is out of range or taken: " + controllerPort);
        }
        if (ioThreads < 1) {
            throw new IllegalArgumentException("ioThreads is too small: " + ioThreads);
        }
        if (segmentBytes < LEAST_SEGMENT_BYTES) {
            throw new IllegalArgumentException("segmentBytes is too small: " + segmentBytes);
        }
    }

    /// The usual broker of one machine: a free controller port, three handlers, 32 MiB segments.
    public static LocalBrokerConfig of(Path dataFolder, int port) {
        return new LocalBrokerConfig(dataFolder, port, 0, 3, 32 << 20, Optional.empty());
    }

    /// One node of several.
    public static LocalBrokerConfig of(Path dataFolder, int port, BrokerQuorum quorum) {
        return new LocalBrokerConfig(
                dataFolder, port, quorum.controllerPort(), 3, 32 << 20, Optional.of(quorum));
    }

    /// The folder that Kafka formats and fills.
    Path logFolder() {
        return dataFolder.resolve("kafka");
    }
}
