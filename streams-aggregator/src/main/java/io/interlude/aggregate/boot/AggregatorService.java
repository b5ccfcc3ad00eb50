package io.interlude.aggregate.boot;

import io.interlude.web.boot.ServiceProcess;

/// The aggregator as a process of its own.
public final class AggregatorService {
    private AggregatorService() {}

    /// Runs until the process is asked to end. It is configured by its environment.
    public static void main(String[] arguments) {
        ServiceProcess.run(
                "streams-aggregator",
                arguments,
                StaleMembersConfiguration.class,
                AggregateConfiguration.class,
                StateApiConfiguration.class);
    }
}
