package io.interlude.local.boot;

import io.interlude.aggregate.boot.AggregateConfiguration;
import io.interlude.aggregate.boot.AggregateSettings;
import io.interlude.aggregate.group.StaleMembers;
import io.interlude.catalogue.command.KafkaCatalogueWriter;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.fetch.boot.EarlierSpendConfiguration;
import io.interlude.fetch.boot.FetchConfiguration;
import io.interlude.fetch.boot.HidesConfiguration;
import io.interlude.ingest.boot.EventSearchConfiguration;
import io.interlude.ingest.boot.IngestConfiguration;
import io.interlude.journal.outbox.DiskReserve;
import io.interlude.local.example.ExamplePublisher;
import io.interlude.manage.boot.KeyUseConfiguration;
import io.interlude.manage.boot.ManageConfiguration;
import io.interlude.manage.boot.SimulationConfiguration;
import io.interlude.report.boot.ReportConfiguration;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.OperatorToken;
import io.interlude.web.boot.AggregateViewsConfiguration;
import io.interlude.web.boot.CatalogueHistoryConfiguration;
import io.interlude.web.boot.ErasureConfiguration;
import io.interlude.web.boot.HttpServerConfiguration;
import io.interlude.web.boot.JournalConfiguration;
import io.interlude.web.boot.KitConfiguration;
import io.interlude.web.boot.Provisioning;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.session.EndedSessions;
import io.interlude.web.session.OperatorSessions;
import io.interlude.web.settings.HttpServerSettings;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.LimitSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/// All services together, and what one process must make for them: topics, the registry, subjects.
@Configuration(proxyBeanMethods = false)
@Import({
    KitConfiguration.class,
    JournalConfiguration.class,
    AggregateViewsConfiguration.class,
    CatalogueHistoryConfiguration.class,
    ErasureConfiguration.class,
    HttpServerConfiguration.class,
    EventSearchConfiguration.class,
    IngestConfiguration.class,
    FetchConfiguration.class,
    EarlierSpendConfiguration.class,
    HidesConfiguration.class,
    AggregateConfiguration.class,
    ReportConfiguration.class,
    SimulationConfiguration.class,
    KeyUseConfiguration.class,
    ManageConfiguration.class
})
class LocalConfiguration {
    @Bean
    static ApiFragment localDescription() {
        return new ApiFragment("openapi/local.yaml");
    }

    @Bean(destroyMethod = "close")
    @Order(Ordered.HIGHEST_PRECEDENCE)
    LocalPrerequisites prerequisites(KafkaSettings kafka) {
        return new LocalPrerequisites(kafka);
    }

    @Bean
    SchemaRegistryClient schemaRegistryClient(LocalPrerequisites prerequisites) {
        return prerequisites.registry().client();
    }

    @Bean
    static SettingsSection<SchemasSettings> schemasSection() {
        return new SettingsSection<>("interlude.schemas", SchemasSettings.class);
    }

    @Bean
    static SettingsSection<DiskSettings> diskSection() {
        return new SettingsSection<>("interlude.disk", DiskSettings.class);
    }

    /// A Kafka elsewhere has a disk of its own.
    @Bean
    DiskReserve diskReserve(
            SettingsReader settings,
            MeterRegistry meters,
            @Value("${interlude.local.own-broker}") boolean ownBroker,
            @Value("${interlude.local.data}") Path data) {
        return ownBroker
                ? DiskReserve.of(data, settings.get(DiskSettings.class).reserve().toBytes(), meters)
                : DiskReserve.none();
    }

    @Bean
    RouteGroup registryRoutes(
            LocalPrerequisites prerequisites,
            OperatorGate operator,
            SettingsReader settings,
            HttpServerSettings http) {
        return settings.get(SchemasSettings.class).servesRegistry(http.host())
                ? prerequisites.registry().routes(operator)
                : _ -> {};
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
            MeterRegistry meters) {
        return new OperatorGate(token, sessions, limits.operatorGuessRate(), meters);
    }

    @Bean
    ExamplePublisher examplePublisher() {
        return new ExamplePublisher();
    }

    /// This process is the one that manages: it aborts what a killed one left open.
    @Bean
    Provisioning catalogueWriterTakeover(KafkaCatalogueWriter writer) {
        return writer::prepare;
    }

    /// Members that a killed process left in the group go at once, and not when their session is
    /// over.
    @Bean
    Provisioning staleMembers(
            KafkaSettings kafka,
            LocalPrerequisites prerequisites,
            @Value("${interlude.local.own-broker}") boolean ownBroker,
            @Value(
                            "${interlude.aggregate.application-id:"
                                    + AggregateSettings.DEFAULT_APPLICATION_ID
                                    + "}")
                    String applicationId,
            @Value("${interlude.aggregate.state-folder}") Path stateFolder) {
        Predicate<StreamsGroupMemberDescription> isDead =
                ownBroker
                        ? _ -> true
                        : StaleMembers.ofProcessIn(stateFolder.resolve(applicationId));
        return () -> {
            if (prerequisites.newTopics().isEmpty()) {
                removeStaleMembers(kafka, applicationId, isDead);
            }
        };
    }

    private static void removeStaleMembers(
            KafkaSettings kafka,
            String applicationId,
            Predicate<StreamsGroupMemberDescription> isDead) {
        try (Admin admin = admin(kafka)) {
            StaleMembers.remove(admin, kafka.connection(), applicationId, isDead);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Admin admin(KafkaSettings kafka) {
        return Admin.create(kafka.connection().adminSettings());
    }
}
