package io.interlude.web.boot;

import io.interlude.catalogue.command.KafkaCatalogueWriter;
import io.interlude.catalogue.command.KafkaCatchUp;
import io.interlude.catalogue.command.RecordBound;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.snapshot.CatalogueListener;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.FetchFlows;
import io.interlude.catalogue.subscriber.SubscriberKeyRecords;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.history.KafkaJournalHistory;
import io.interlude.journal.history.KafkaRecordedRequests;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.outbox.DiskReserve;
import io.interlude.journal.outbox.DiskShares;
import io.interlude.journal.projection.RecordListener;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.rejected.KafkaRejectedJournal;
import io.interlude.journal.retention.EventEncryption;
import io.interlude.schema.client.HttpRegistryConfig;
import io.interlude.schema.client.HttpSchemaRegistryClient;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.KeyRingAuthenticator;
import io.interlude.web.access.KeyUses;
import io.interlude.web.access.RateLimits;
import io.interlude.web.access.SessionAuthenticator;
import io.interlude.web.keyuse.KeyUseLog;
import io.interlude.web.metrics.JvmMeters;
import io.interlude.web.session.Sessions;
import io.interlude.web.settings.InvalidSettingsException;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.LimitSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.interlude.web.settings.SigningSettings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;

/// Wires the parts that every service needs once: clock, settings, keys, catalogue and metrics.
/// Those that append to the journal need [JournalConfiguration] besides, those that read what is
/// counted [AggregateViewsConfiguration], and those that tell what was changed
/// [CatalogueHistoryConfiguration].
///
/// Without `interlude.kafka.registry-url` it needs a [SchemaRegistryClient] bean.
@Configuration(proxyBeanMethods = false)
@Import({SubscriberKeyConfiguration.class, SessionConfiguration.class})
public class KitConfiguration {
    private static final String CATALOGUE_WRITER_ID = "interlude-catalogue-writer";

    @Bean
    public static SettingsSection<KafkaSettings> kafkaSection() {
        return new SettingsSection<>("interlude.kafka", KafkaSettings.class);
    }

    @Bean
    public static SettingsSection<SigningSettings> signingSection() {
        return new SettingsSection<>("interlude.signing", SigningSettings.class);
    }

    @Bean
    static SettingsSection<LimitSettings> limitSection() {
        return new SettingsSection<>("interlude.limits", LimitSettings.class);
    }

    @Bean
    SettingsReader settingsReader(
            ConfigurableEnvironment environment,
            List<SettingsSection<?>> sections,
            ObjectProvider<ProcessStart> process) {
        return process.stream().findAny().isPresent()
                ? SettingsReader.strict(environment, sections)
                : new SettingsReader(environment, sections);
    }

    @Bean
    KafkaSettings kafkaSettings(SettingsReader settings) {
        return settings.get(KafkaSettings.class);
    }

    @Bean
    SigningKeys signingKeys(SettingsReader settings) {
        return settings.get(SigningSettings.class).signingKeys();
    }

    @Bean
    FetchIdProof fetchIdProof(SigningKeys signingKeys) {
        return new FetchIdProof(signingKeys);
    }

    @Bean
    InstantSource instantSource() {
        return InstantSource.system();
    }

    @Bean
    PrometheusMeterRegistry meterRegistry(ObjectProvider<ProcessStart> process) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        process.ifAvailable(start -> registry.config().commonTags("service", start.service()));
        return registry;
    }

    @Bean
    JvmMeters jvmMeters(MeterRegistry registry) {
        return new JvmMeters(registry);
    }

    @Bean
    KafkaClients kafkaClients(
            KafkaSettings settings, ObjectProvider<SchemaRegistryClient> registries) {
        SchemaRegistryClient registry =
                registries.getIfAvailable(() -> remoteRegistry(settings.registryUrl()));
        return new KafkaClients(settings.connection(), registry);
    }

    private static SchemaRegistryClient remoteRegistry(@Nullable URI url) {
        if (url == null) {
            throw new InvalidSettingsException(
                    List.of("interlude.kafka.registry-url is missing: give http://host:port"));
        }
        return new HttpSchemaRegistryClient(HttpRegistryConfig.at(url.toString()));
    }

    @Bean
    SmartLifecycle provisioning(ObjectProvider<Provisioning> steps) {
        return new PhasedStart(
                StartPhase.PROVISIONING,
                () -> steps.orderedStream().forEach(Provisioning::provision));
    }

    @Bean
    KafkaRejectedJournal rejectedJournal(
            KafkaClients clients, KafkaSettings settings, EventEncryption encryption) {
        return new KafkaRejectedJournal(
                clients::readingConsumer,
                encryption.reading(clients.deserializer()),
                settings.partitions());
    }

    @Bean
    KafkaJournalHistory journalHistory(
            KafkaClients clients,
            KafkaSettings settings,
            Catalogues catalogues,
            EventEncryption encryption) {
        return new KafkaJournalHistory(
                clients::readingConsumer,
                encryption.reading(clients.deserializer()),
                encryption.reading(clients.outlineDeserializer()),
                new FetchFlows(catalogues)::of,
                settings.partitions());
    }

    @Bean
    KafkaRecordedRequests recordedRequests(
            KafkaClients clients, KafkaSettings settings, EventEncryption encryption) {
        return new KafkaRecordedRequests(
                clients::readingConsumer,
                encryption.reading(clients.deserializer()),
                settings.partitions());
    }

    @Bean
    KeyRing keyRing(InstantSource clock) {
        return new KeyRing(clock);
    }

    @Bean
    KeyUses keyUses(InstantSource clock) {
        return new KeyUses(clock);
    }

    @Bean
    KeyUseLog keyUseLog(KeyUses uses, KafkaClients clients) {
        return new KeyUseLog(uses, () -> clients.plainProducer("interlude-key-use"));
    }

    @Bean
    SmartLifecycle keyUseStart(KeyUseLog log) {
        return new PhasedStart(StartPhase.PROJECTIONS, log::start);
    }

    @Bean
    LimitSettings limitSettings(SettingsReader settings) {
        return settings.get(LimitSettings.class);
    }

    @Bean
    RateLimits rateLimits(LimitSettings limits, MeterRegistry registry) {
        return new RateLimits(limits.rates(), registry);
    }

    @Bean
    Authenticator authenticator(
            KeyRing keyRing, RateLimits rates, KeyUses uses, Sessions sessions) {
        return new SessionAuthenticator(new KeyRingAuthenticator(keyRing, rates, uses), sessions);
    }

    @Bean
    CatalogueProjection catalogueProjection(
            InstantSource clock,
            KeyRing keyRing,
            MeterRegistry registry,
            ObjectProvider<CatalogueListener> listeners) {
        return new CatalogueProjection(
                clock, keyRing, registry, listeners.orderedStream().toList());
    }

    @Bean
    KafkaCatalogueWriter catalogueWriter(
            KafkaClients clients,
            CatalogueProjection projection,
            @Qualifier("catalogueReader") TopicReader catalogueReader,
            SubscriberKeyRecords subscriberKeys,
            @Qualifier("catalogueShares") DiskShares disk,
            LimitSettings limits,
            MeterRegistry registry) {
        RecordBound bound =
                RecordBound.ofHeap(clients.serializer(), limits.cataloguePerOrg().toBytes());
        Gauge.builder("catalogue.limit.bytes", bound::mostOfOrgBytes)
                .description("What one org's catalogue may take before changes are refused.")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("catalogue.all.limit.bytes", bound::mostOfAllBytes)
                .description(
                        "What the catalogues of all orgs may take before orgs that have more than"
                                + " an equal part of it are refused changes.")
                .baseUnit("bytes")
                .register(registry);
        return new KafkaCatalogueWriter(
                () -> clients.transactionalProducer(CATALOGUE_WRITER_ID),
                projection,
                new KafkaCatchUp(clients::admin, clients::readingConsumer, catalogueReader),
                subscriberKeys::ofNewOrg,
                bound,
                disk);
    }

    /// Apart from those of the journal: an org whose key is misused to write fetches can still
    /// change its catalogue.
    @Bean
    DiskShares catalogueShares(
            ObjectProvider<DiskReserve> reserves,
            LimitSettings limits,
            InstantSource clock,
            MeterRegistry registry) {
        return limits.diskShares(
                reserves.getIfAvailable(DiskReserve::none), clock, "catalogue", registry);
    }

    @Bean
    TopicReader catalogueReader(
            KafkaClients clients, CatalogueProjection projection, MeterRegistry registry) {
        return reader("catalogue", Topics.catalogue(), clients, projection, registry);
    }

    /// A reader of whole topics, which starts with the others.
    public static TopicReader reader(
            String name,
            Collection<? extends Topic<?>> topics,
            KafkaClients clients,
            RecordListener listener,
            MeterRegistry registry) {
        return new TopicReader(
                name,
                topics,
                () -> clients.projectionConsumer(name),
                clients.deserializer(),
                listener,
                registry);
    }

    @Bean
    SmartLifecycle projectionsStart(List<TopicReader> readers) {
        return new PhasedStart(StartPhase.PROJECTIONS, () -> readers.forEach(TopicReader::start));
    }
}
