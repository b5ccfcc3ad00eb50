package io.interlude.web.boot;

import io.interlude.domain.identity.SigningKeys;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.OperatorToken;
import io.interlude.web.session.EndedSessions;
import io.interlude.web.session.OperatorSessions;
import io.interlude.web.settings.LimitSettings;
import io.interlude.web.settings.OperatorSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the operator's access, for a process with routes for the operator. Stands beside
/// [KitConfiguration].
@Configuration(proxyBeanMethods = false)
public class OperatorConfiguration {
    @Bean
    public static SettingsSection<OperatorSettings> operatorSection() {
        return new SettingsSection<>("interlude.operator", OperatorSettings.class);
    }

    @Bean
    OperatorToken operatorToken(SettingsReader settings) {
        return settings.get(OperatorSettings.class).operatorToken();
    }

    @Bean
    OperatorSessions operatorSessions(
            OperatorToken token,
            EndedSessions ended,
            SigningKeys signingKeys,
            InstantSource clock) {
        return new OperatorSessions(token.sha256(), ended, signingKeys, clock);
    }

    @Bean
    OperatorGate operatorGate(
            OperatorToken token,
            OperatorSessions sessions,
            LimitSettings limits,
            MeterRegistry registry) {
        return new OperatorGate(token, sessions, limits.operatorGuessRate(), registry);
    }
}
