package io.interlude.manage.boot;

import io.interlude.web.boot.CatalogueHistoryConfiguration;
import io.interlude.web.boot.ErasureConfiguration;
import io.interlude.web.boot.OperatorConfiguration;
import io.interlude.web.boot.ServiceProcess;

/// The management API as a process of its own.
public final class ManageService {
    private ManageService() {}

    /// Runs until the process is asked to end. It is configured by its environment.
    public static void main(String[] arguments) {
        ServiceProcess.run(
                "management-api",
                arguments,
                CatalogueHistoryConfiguration.class,
                OperatorConfiguration.class,
                ErasureConfiguration.class,
                SimulationConfiguration.class,
                KeyUseConfiguration.class,
                ManageConfiguration.class);
    }
}
