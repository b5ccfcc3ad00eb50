package io.interlude.report.boot;

import io.interlude.domain.identity.SigningKeys;
import io.interlude.kit.boot.SettingsReader;
import io.interlude.kit.boot.SettingsSection;
import io.interlude.kit.http.RouteGroup;
import io.interlude.kit.kafka.KafkaClients;
import io.interlude.kit.keys.Authenticator;
import io.interlude.kit.keys.OperatorGate;
import io.interlude.report.manifest.ManifestHandler;
import io.interlude.report.manifest.ManifestJournal;
import io.interlude.report.manifest.ManifestKeys;
import io.interlude.report.manifest.ManifestSealer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Manifests of the journal. Needs what the kit configures, and an [OperatorGate].
@Configuration(proxyBeanMethods = false)
class ManifestConfiguration {
    @Bean
    static SettingsSection<ManifestSettings> manifestSection() {
        return new SettingsSection<>("interlude.manifests", ManifestSettings.class);
    }

    @Bean
    ManifestSettings manifestSettings(SettingsReader settings) {
        return settings.get(ManifestSettings.class);
    }

    @Bean
    ManifestKeys manifestKeys(SigningKeys secrets, ManifestSettings settings) {
        return new ManifestKeys(secrets, settings.formerPublicKeys());
    }

    @Bean(destroyMethod = "close")
    ManifestJournal manifestJournal(KafkaClients kafka) {
        return new ManifestJournal(kafka::replayConsumer, kafka.deserializer());
    }

    @Bean
    RouteGroup manifestRoutes(
            Authenticator authenticator,
            OperatorGate gate,
            ManifestJournal journal,
            ManifestKeys keys,
            InstantSource clock) {
        return new ManifestHandler(authenticator, gate, journal, keys, clock);
    }

    @Bean
    SmartLifecycle manifestSealing(
            KafkaClients kafka,
            ManifestKeys keys,
            ManifestJournal manifests,
            ManifestSettings settings,
            InstantSource clock,
            MeterRegistry meters) {
        return new SealerLifecycle(
                settings.enabled(),
                () ->
                        new ManifestSealer(
                                keys,
                                manifests,
                                () -> kafka.transactionalProducer(ManifestSealer.TRANSACTIONAL_ID),
                                kafka::sealingConsumer,
                                settings.limits(),
                                clock,
                                meters));
    }
}
