package io.interlude.fetch.boot;

import io.interlude.fetch.handover.Handover;
import io.interlude.fetch.handover.JournalHandover;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.web.boot.PhasedStart;
import io.interlude.web.boot.StartPhase;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the takeover of subscribers from other fetch instances, where there are any.
@Configuration(proxyBeanMethods = false)
public class HandoverConfiguration {
    /// The aggregator's default, which its module says too.
    public static final String DEFAULT_APPLICATION_ID = "interlude-aggregate-3";

    @Bean
    Handover handover(
            FetchSettings settings,
            ObjectProvider<KafkaClients> clients,
            @Value("${interlude.aggregate.application-id:" + DEFAULT_APPLICATION_ID + "}")
                    String applicationId,
            InstantSource clock,
            MeterRegistry meters) {
        return settings.instances() == 1
                ? Handover.NONE
                : new JournalHandover(clients.getObject(), applicationId, clock, meters);
    }

    /// Begins with the projections: only what the aggregator committed some seconds ago is of use.
    @Bean
    SmartLifecycle handoverStart(Handover handover) {
        return new PhasedStart(StartPhase.PROJECTIONS, handover::start);
    }
}
