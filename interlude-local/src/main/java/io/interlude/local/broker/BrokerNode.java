package io.interlude.local.broker;

import io.interlude.local.node.NodeMain;
import io.interlude.local.node.NodeOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// One node of a Kafka of several as a process of its own: broker and controller.
///
/// Arguments: `--node` number from 1, `--port` that clients use, `--controllers` the controller
/// ports of all nodes in order, `--cluster-id`, `--data` folder, `--ready` a file that it makes
/// when clients can use it. SIGTERM hands its partitions to the others and ends with 0.
public final class BrokerNode {
    /// Handing over waits for a controller; when most nodes stop at once there is none left.
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(8);

    private BrokerNode() {}

    /// Runs the node until it is told to stop.
    public static void main(String[] arguments) throws InterruptedException {
        NodeMain.run(
                arguments,
                STOP_DEADLINE,
                options -> {
                    LocalBroker broker = LocalBroker.start(config(options));
                    options.madeReady();
                    return broker;
                });
    }

    static LocalBrokerConfig config(NodeOptions options) {
        List<Integer> controllers = options.ports("controllers");
        BrokerQuorum quorum =
                new BrokerQuorum(options.number("node"), controllers, options.text("cluster-id"));
        return LocalBrokerConfig.of(Path.of(options.text("data")), options.number("port"), quorum);
    }
}
