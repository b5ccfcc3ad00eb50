package io.interlude.web.boot;

import io.interlude.journal.kafka.KafkaClients;
import io.interlude.web.settings.HttpServerSettings;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.interlude.web.settings.StopSettings;
import io.interlude.web.warmup.WarmUpRun;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/// Wires the parts of every service that is a process of its own.
@Configuration(proxyBeanMethods = false)
@Import({KitConfiguration.class, HttpServerConfiguration.class})
public class ProcessConfiguration {
    @Bean
    public static SettingsSection<StopSettings> stopSection() {
        return new SettingsSection<>("interlude.stop", StopSettings.class);
    }

    @Bean
    StopSettings stopSettings(SettingsReader settings) {
        return settings.get(StopSettings.class);
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    Provisioning startupPrerequisites(
            KafkaSettings kafka,
            HttpServerSettings http,
            KafkaClients clients,
            ProcessStart start) {
        return new StartupPrerequisites(kafka, http, clients.registry(), start.closing());
    }

    /// Much of this process's start is waiting for others, and so leaves time for it.
    @Bean
    SmartLifecycle warmUpBegin(WarmUpRun run) {
        return new PhasedStart(StartPhase.WARM_UP, run::begin);
    }

    @Bean
    SmartLifecycle warmUpEnd(WarmUpRun run) {
        return new PhasedStart(StartPhase.HTTP - 1, run::end);
    }
}
