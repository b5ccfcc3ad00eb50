package io.interlude.fetch.boot;

import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.identity.ContextHash;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.fetch.context.ContextReader;
import io.interlude.fetch.endpoint.FetchHandler;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The wiring of the readers of conversations.
@Configuration(proxyBeanMethods = false)
class ContextConfiguration {
    @Bean
    static SettingsSection<ContextEngineSettings> contextSection() {
        return new SettingsSection<>("interlude.context", ContextEngineSettings.class);
    }

    @Bean(destroyMethod = "close")
    ContextEngines contextEngines(SettingsReader settings, MeterRegistry meters) {
        return ContextEngines.load(settings.get(ContextEngineSettings.class), meters);
    }

    @Bean
    ContextReader contextReader(ContextEngines engines) {
        return engines.reader();
    }

    @Bean
    FetchHandler.Understanding understanding(
            ContextReader reader, SigningKeys signingKeys, Pseudonyms pseudonyms) {
        return new FetchHandler.Understanding(reader, new ContextHash(signingKeys), pseudonyms);
    }
}
