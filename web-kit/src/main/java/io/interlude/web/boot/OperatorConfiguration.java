package io.interlude.web.boot;

import io.interlude.web.access.OperatorGate;
import io.interlude.web.settings.LimitSettings;
import io.interlude.web.settings.OperatorSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// What lets the operator in, for a process that has routes of theirs. Stands beside
/// [KitConfiguration].
@Configuration(proxyBeanMethods = false)
public class OperatorConfiguration {
    @Bean
    public static SettingsSection<OperatorSettings> operatorSection() {
        return new SettingsSection<>("interlude.operator", OperatorSettings.class);
    }

    @Bean
    OperatorGate operatorGate(
            SettingsReader settings, LimitSettings limits, MeterRegistry registry) {
        return new OperatorGate(
                settings.get(OperatorSettings.class).operatorToken(),
                limits.operatorGuessRate(),
                registry);
    }
}
