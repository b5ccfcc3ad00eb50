package io.interlude.web.boot;

import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.catalogue.subscriber.ErasureReceipts;
import io.interlude.catalogue.subscriber.ExpiringEpochs;
import io.interlude.catalogue.subscriber.RetentionPolicy;
import io.interlude.catalogue.subscriber.SubscriberKeyRecords;
import io.interlude.catalogue.subscriber.SubscriberKeyRing;
import io.interlude.catalogue.subscriber.SubscriberKeyWriter;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.projection.TopicReader;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.ErasureAdmission;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/// Wires the erasure of subscribers, for the process that manages. Stands beside
/// [KitConfiguration].
@Configuration(proxyBeanMethods = false)
public class ErasureConfiguration {
    private static final String WRITER_ID = "interlude-subscriber-key-writer";

    @Bean
    public static SettingsSection<ErasureSettings> erasureSection() {
        return new SettingsSection<>("interlude.erasures", ErasureSettings.class);
    }

    @Bean
    @Primary
    ErasureAdmission erasureAdmission(
            SubscriberKeyWriter writer,
            SubscriberKeyRing ring,
            SettingsReader settings,
            MeterRegistry registry) {
        ErasureSettings limits = settings.get(ErasureSettings.class);
        Gauge.builder("subscriber.keys.limit.bytes", limits, it -> it.mostBytes().toBytes())
                .description("What one org's subscriber keys may take before erasures are refused.")
                .baseUnit("bytes")
                .register(registry);
        return new ErasureAdmission(
                writer, ring::heapBytes, limits.rate(), limits.mostBytes().toBytes());
    }

    @Bean
    ErasureReceipts erasureReceipts(MeterRegistry registry) {
        ErasureReceipts receipts = new ErasureReceipts();
        Gauge.builder("subscriber.erasures", receipts, ErasureReceipts::count)
                .description("Erasures of all orgs, ever.")
                .register(registry);
        return receipts;
    }

    @Bean
    TopicReader erasureReader(
            KafkaClients clients, ErasureReceipts receipts, MeterRegistry registry) {
        return KitConfiguration.reader(
                "erasures", List.of(Topics.ERASURES), clients, receipts, registry);
    }

    @Bean
    SubscriberKeyWriter subscriberKeyWriter(
            KafkaClients clients,
            SubscriberKeyRing ring,
            ErasureReceipts receipts,
            SubscriberKeyRecords records,
            KafkaSettings settings,
            InstantSource clock) {
        return new SubscriberKeyWriter(
                () -> clients.transactionalProducer(WRITER_ID),
                ring,
                receipts,
                records,
                settings.partitions(),
                clock);
    }

    @Bean(initMethod = "start")
    ExpiringEpochs expiringEpochs(
            SubscriberKeyWriter writer,
            SubscriberKeyRing ring,
            RetentionPolicy policy,
            CatalogueProjection projection,
            @Qualifier("catalogueReader") TopicReader catalogueReader,
            InstantSource clock,
            MeterRegistry registry) {
        return new ExpiringEpochs(
                () -> catalogueReader.ready() ? projection.orgs() : Set.of(),
                policy,
                ring,
                writer,
                clock,
                registry);
    }

    /// Waits for the catalogue, in the background.
    @Bean
    Provisioning subscriberKeys(
            SubscriberKeyWriter writer,
            CatalogueProjection projection,
            @Qualifier("catalogueReader") TopicReader catalogueReader) {
        return () ->
                writer.start(() ->
                        catalogueReader.ready()
                                ? Optional.of(projection.orgs())
                                : Optional.empty());
    }
}
