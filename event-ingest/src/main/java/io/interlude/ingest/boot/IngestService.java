package io.interlude.ingest.boot;

import io.interlude.web.boot.JournalConfiguration;
import io.interlude.web.boot.ServiceProcess;

/// The event ingest as a process of its own.
public final class IngestService {
    private IngestService() {}

    /// Runs until the process is asked to end. It is configured by its environment.
    public static void main(String[] arguments) {
        ServiceProcess.run(
                "event-ingest",
                arguments,
                JournalConfiguration.class,
                EventSearchConfiguration.class,
                IngestConfiguration.class);
    }
}
