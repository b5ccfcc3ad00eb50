package io.interlude.kit.boot;

import io.interlude.kit.keys.OperatorGate;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// What lets the operator in, for a process that has routes of theirs. Stands beside
/// [KitConfiguration].
@Configuration(proxyBeanMethods = false)
public class OperatorConfiguration {
    @Bean
    static SettingsSection<OperatorSettings> operatorSection() {
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
