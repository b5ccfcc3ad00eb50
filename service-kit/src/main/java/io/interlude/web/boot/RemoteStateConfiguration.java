package io.interlude.web.boot;

import io.interlude.domain.identity.SigningKeys;
import io.interlude.state.query.AggregateProjection;
import io.interlude.state.query.AppliedJournal;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.query.RollupQuery;
import io.interlude.state.remote.JournalGoals;
import io.interlude.state.remote.RemoteState;
import io.interlude.state.remote.StalenessBound;
import io.interlude.state.transport.HttpStateInstances;
import io.interlude.state.wire.StateToken;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.interlude.web.settings.StateSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the aggregator's state for a process without it, which asks its instances. Stands beside
/// [KitConfiguration] in place of the aggregator's own configuration.
@Configuration(proxyBeanMethods = false)
public class RemoteStateConfiguration {
    @Bean
    public static SettingsSection<StateSettings> stateSection() {
        return new SettingsSection<>("interlude.state", StateSettings.class);
    }

    @Bean
    StateSettings stateSettings(SettingsReader settings) {
        return settings.get(StateSettings.class);
    }

    @Bean(destroyMethod = "close")
    HttpStateInstances stateInstances(SigningKeys signingKeys, StateSettings settings) {
        return new HttpStateInstances(
                new StateToken(signingKeys), settings.requests(), settings.answerWait());
    }

    @Bean(destroyMethod = "close")
    RemoteState remoteState(
            HttpStateInstances instances, StateSettings settings, MeterRegistry registry) {
        return new RemoteState(
                instances, settings.instances(), settings.limits(), settings.timeouts(), registry);
    }

    @Bean
    SmartLifecycle remoteStateStart(RemoteState state) {
        return new PhasedStart(StartPhase.PROJECTIONS, state::start);
    }

    @Bean(destroyMethod = "close")
    Admin stateAdmin(KafkaSettings kafka) {
        return Admin.create(kafka.connection().adminSettings());
    }

    @Bean
    StalenessBound stalenessBound(AggregateProjection views, KafkaSettings kafka) {
        return new StalenessBound(views::shownOffset, kafka.partitions(), System::nanoTime);
    }

    @Bean(destroyMethod = "close")
    JournalGoals journalGoals(StalenessBound floor, Admin stateAdmin, KafkaSettings kafka) {
        return new JournalGoals(floor, stateAdmin, kafka.partitions());
    }

    /// After what an earlier process left is in the journal: it counts as held at the start.
    @Bean
    SmartLifecycle journalGoalsStart(JournalGoals goals) {
        return new PhasedStart(StartPhase.PROCESSING, goals::start);
    }

    @Bean
    FrequencyQuery frequencyQuery(RemoteState state, StalenessBound floor) {
        return state.frequencies(floor);
    }

    @Bean(destroyMethod = "close")
    ExecutorService stateCellExecutor() {
        return Executors.newVirtualThreadPerTaskExecutor();
    }

    @Bean
    RollupQuery rollupQuery(RemoteState state, ExecutorService stateCellExecutor) {
        return state.rollups(stateCellExecutor);
    }

    @Bean
    ReachQuery reachQuery(RemoteState state, ExecutorService stateCellExecutor) {
        return state.reach(stateCellExecutor);
    }

    @Bean
    AppliedJournal appliedJournal(RemoteState state, Admin stateAdmin) {
        return state.appliedJournal(stateAdmin);
    }
}
