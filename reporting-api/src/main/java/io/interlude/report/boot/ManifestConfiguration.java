package io.interlude.report.boot;

import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.report.manifest.ManifestHandler;
import io.interlude.report.manifest.ManifestJournal;
import io.interlude.report.manifest.ManifestKeys;
import io.interlude.report.manifest.ManifestSealer;
import io.interlude.report.manifest.SealingProgress;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Manifests of the journal. Needs what `service-kit` configures, and an [OperatorGate].
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
    SealingProgress sealingProgress(
            ManifestJournal journal, KafkaClients kafka, ManifestSettings settings) {
        return new SealingProgress(journal, kafka::sealingConsumer, settings.limits().grace());
    }

    @Bean
    RouteGroup manifestRoutes(
            Authenticator authenticator,
            OperatorGate gate,
            ManifestJournal journal,
            SealingProgress progress,
            ManifestKeys keys,
            InstantSource clock) {
        return new ManifestHandler(authenticator, gate, journal, progress, keys, clock);
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
