package io.interlude.benchmark.faults;

import io.interlude.local.broker.LocalBroker;
import io.interlude.local.broker.LocalBrokerConfig;
import java.nio.file.Path;

/// A Kafka broker as a process of its own, so that it can be stopped and killed by itself.
public final class BrokerProcess {
    private BrokerProcess() {}

    /// Starts the broker and returns while it runs.
    ///
    /// @param arguments its folder and its port
    public static void main(String... arguments) {
        LocalBroker broker =
                LocalBroker.start(
                        LocalBrokerConfig.of(
                                Path.of(arguments[0]), Integer.parseInt(arguments[1])));
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "shutdown"));
    }
}
