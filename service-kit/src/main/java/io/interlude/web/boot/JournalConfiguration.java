package io.interlude.web.boot;

import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.outbox.DiskReserve;
import io.interlude.journal.outbox.DiskShares;
import io.interlude.journal.outbox.OutboxJournal;
import io.interlude.journal.retention.EventEncryption;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.LimitSettings;
import io.interlude.web.settings.OutboxSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The journal for processes that append to it, with the outbox. Stands beside [KitConfiguration].
@Configuration(proxyBeanMethods = false)
public class JournalConfiguration {
    @Bean
    public static SettingsSection<OutboxSettings> outboxSection() {
        return new SettingsSection<>("interlude.outbox", OutboxSettings.class);
    }

    @Bean
    OutboxSettings outboxSettings(SettingsReader settings) {
        return settings.get(OutboxSettings.class);
    }

    @Bean
    OutboxJournal journal(
            KafkaClients clients,
            KafkaSettings settings,
            OutboxSettings outbox,
            InstantSource clock,
            MeterRegistry registry,
            EventEncryption encryption,
            @Qualifier("journalShares") DiskShares disk) {
        KafkaJournal kafka =
                new KafkaJournal(
                        clients.journalProducer(),
                        encryption.writing(clients.serializer()),
                        settings.partitions(),
                        clock,
                        registry);
        return new OutboxJournal(outbox.limits(), kafka, clients::scanConsumer, registry, disk);
    }

    @Bean
    DiskShares journalShares(
            ObjectProvider<DiskReserve> reserve,
            LimitSettings limits,
            InstantSource clock,
            MeterRegistry registry) {
        return limits.diskShares(
                reserve.getIfAvailable(DiskReserve::none), clock, "journal", registry);
    }

    @Bean
    SmartLifecycle journalWarmUp(KafkaClients clients, OutboxJournal journal) {
        List<Topic<?>> topics =
                Topics.all().stream()
                        .filter(topic -> topic.partitioned() && !topic.compacted())
                        .toList();
        return new PhasedStart(
                StartPhase.PROJECTIONS,
                () -> {
                    topics.forEach(clients::prepare);
                    journal.warmUp(topics);
                });
    }

    /// The aggregator takes the journal's end as its goal, so it must not look before.
    @Bean
    SmartLifecycle outboxRecovery(OutboxJournal journal) {
        return new PhasedStart(StartPhase.RECOVERY, journal::recover);
    }
}
