package io.interlude.report.boot;

import io.interlude.web.boot.AggregateViewsConfiguration;
import io.interlude.web.boot.CatalogueHistoryConfiguration;
import io.interlude.web.boot.OperatorConfiguration;
import io.interlude.web.boot.RemoteStateConfiguration;
import io.interlude.web.boot.ServiceProcess;

/// The reporting API as a process of its own.
public final class ReportService {
    private ReportService() {}

    /// Runs until the process is asked to end. It is configured by its environment.
    public static void main(String[] arguments) {
        ServiceProcess.run(
                "reporting-api",
                arguments,
                AggregateViewsConfiguration.class,
                CatalogueHistoryConfiguration.class,
                OperatorConfiguration.class,
                RemoteStateConfiguration.class,
                WholeDescriptionConfiguration.class,
                ReportConfiguration.class);
    }
}
