package io.interlude.fetch.boot;

import io.interlude.web.boot.AggregateViewsConfiguration;
import io.interlude.web.boot.JournalConfiguration;
import io.interlude.web.boot.RemoteStateConfiguration;
import io.interlude.web.boot.ServiceProcess;

/// The fetch service as a process of its own.
public final class FetchService {
    private FetchService() {}

    /// Runs until the process is asked to end. It is configured by its environment.
    public static void main(String[] arguments) {
        ServiceProcess.run(
                "fetch-service",
                arguments,
                JournalConfiguration.class,
                AggregateViewsConfiguration.class,
                RemoteStateConfiguration.class,
                FetchConfiguration.class,
                EarlierSpendConfiguration.class,
                HidesConfiguration.class);
    }
}
