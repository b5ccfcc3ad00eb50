package io.interlude.aggregate.boot;

import io.interlude.aggregate.group.GroupTopology;
import io.interlude.aggregate.query.InProcessFrequencyQuery;
import io.interlude.aggregate.query.InProcessReachQuery;
import io.interlude.aggregate.query.InProcessRollupQuery;
import io.interlude.aggregate.query.JournalCatchUp;
import io.interlude.aggregate.state.RunningStores;
import io.interlude.aggregate.topology.AggregationTopology;
import io.interlude.aggregate.topology.FoldConfig;
import io.interlude.aggregate.topology.FoldSources;
import io.interlude.aggregate.topology.RejectingHandler;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.reach.SubscriberHash;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.state.query.AdminAppliedJournal;
import io.interlude.state.query.AppliedJournal;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.query.RollupQuery;
import io.interlude.web.limits.OrgTurns;
import io.interlude.web.limits.PatientThreads;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The aggregator and its answers in process. Stands beside
/// [io.interlude.web.boot.KitConfiguration].
@Configuration(proxyBeanMethods = false)
public class AggregateConfiguration {
    static final String SETTINGS = "interlude.aggregate";

    @Bean
    static SettingsSection<AggregateSettings> aggregateSection() {
        return new SettingsSection<>(SETTINGS, AggregateSettings.class);
    }

    @Bean
    AggregateSettings aggregateSettings(SettingsReader settings) {
        return settings.get(AggregateSettings.class);
    }

    @Bean(destroyMethod = "close")
    Admin aggregateAdmin(KafkaSettings kafka) {
        return Admin.create(kafka.connection().adminSettings());
    }

    @Bean
    JournalCatchUp journalCatchUp(
            Admin aggregateAdmin, AggregateSettings settings, KafkaSettings kafka) {
        return new JournalCatchUp(
                new AdminJournalOffsets(
                        aggregateAdmin, settings.applicationId(), kafka.partitions()),
                kafka.partitions());
    }

    @Bean
    AppliedJournal appliedJournal(
            Admin aggregateAdmin, AggregateSettings settings, KafkaSettings kafka) {
        return new AdminAppliedJournal(
                aggregateAdmin, settings.applicationId(), kafka.partitions());
    }

    @Bean
    FoldSources foldSources(Catalogues catalogues, SigningKeys signingKeys, InstantSource clock) {
        return new FoldSources(
                new CatalogueFlows(catalogues),
                new SubscriberHash(signingKeys),
                catalogues::timeZone,
                clock);
    }

    @Bean
    Topology aggregateTopology(
            AggregateSettings settings,
            KafkaSettings kafka,
            KafkaClients kafkaClients,
            FoldSources foldSources,
            MeterRegistry meters,
            RunningStores runningStores) {
        return AggregationTopology.build(
                new RegistryTopicSerdes(kafkaClients.registry()),
                kafka.partitions(),
                new FoldConfig(
                        settings.parkedTimeout(),
                        new AttributionWindow(settings.attributionWindow()),
                        settings.flushInterval()),
                foldSources,
                meters,
                runningStores);
    }

    @Bean
    RunningStores runningStores() {
        return new RunningStores();
    }

    @Bean
    GroupTopology groupTopology(
            Admin aggregateAdmin, AggregateSettings settings, KafkaSettings kafka) {
        return new GroupTopology(aggregateAdmin, kafka.connection(), settings.applicationId());
    }

    @Bean
    Properties streamsSettings(
            AggregateSettings settings,
            KafkaSettings kafka,
            KafkaClients kafkaClients,
            ObjectProvider<AdvertisedUrl> advertisedUrl,
            MeterRegistry meters) {
        Properties streamsSettings = StreamsSettings.of(settings, kafka);
        streamsSettings.put(
                RejectingHandler.MEANS,
                new RejectingHandler.Means(
                        new RegistryTopicSerdes(kafkaClients.registry()), meters));
        advertisedUrl.ifAvailable(url ->
                streamsSettings.put(
                        StreamsConfig.APPLICATION_SERVER_CONFIG, url.applicationServer()));
        return streamsSettings;
    }

    @Bean
    AggregatorStreams aggregatorStreams(
            Topology aggregateTopology,
            Properties streamsSettings,
            GroupTopology groupTopology,
            AggregateSettings settings,
            JournalCatchUp journalCatchUp,
            RunningStores runningStores,
            MeterRegistry meters) {
        StoreLibrary.load(settings.stateFolder());
        return new AggregatorStreams(
                aggregateTopology,
                streamsSettings,
                groupTopology,
                journalCatchUp,
                runningStores,
                settings.closeTimeout(),
                meters);
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    StandingTasks standingTasks(
            Admin aggregateAdmin,
            AggregateSettings settings,
            AggregatorStreams streams,
            MeterRegistry meters) {
        return new StandingTasks(
                aggregateAdmin, settings.applicationId(), streams, streams::restored, meters);
    }

    @Bean
    FrequencyQuery frequencyQuery(AggregatorStreams streams, JournalCatchUp journalCatchUp) {
        return new InProcessFrequencyQuery(streams, journalCatchUp::caughtUp);
    }

    /// Where cells of reports are read, on threads that give way to fetches.
    @Bean(destroyMethod = "close")
    ExecutorService cellReading() {
        return Executors.newFixedThreadPool(
                Runtime.getRuntime().availableProcessors(), new PatientThreads("cell-reading"));
    }

    /// One org's reports wait for one another, not for other orgs'.
    @Bean
    OrgTurns cellReadingTurns(ExecutorService cellReading) {
        return new OrgTurns(cellReading);
    }

    @Bean
    RollupQuery rollupQuery(
            AggregatorStreams streams, KafkaSettings kafka, OrgTurns cellReadingTurns) {
        return new InProcessRollupQuery(
                streams, kafka.partitions(), org -> cellReadingTurns.executor(org.value()));
    }

    @Bean
    ReachQuery reachQuery(
            AggregatorStreams streams, KafkaSettings kafka, OrgTurns cellReadingTurns) {
        return new InProcessReachQuery(
                streams, kafka.partitions(), org -> cellReadingTurns.executor(org.value()));
    }
}
