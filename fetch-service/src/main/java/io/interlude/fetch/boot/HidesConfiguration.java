package io.interlude.fetch.boot;

import io.interlude.fetch.selection.HidingOrgs;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.projection.TopicReader;
import io.interlude.schema.topic.Topics;
import io.interlude.web.boot.KitConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the journal's view of the orgs whose subscribers hide advertisers. Stands beside
/// [FetchConfiguration].
@Configuration(proxyBeanMethods = false)
public class HidesConfiguration {
    @Bean
    HidingOrgs hidingOrgs(FetchSettings settings, InstantSource clock) {
        return new HidingOrgs(settings.hideFor(), clock);
    }

    @Bean
    TopicReader feedbackReader(KafkaClients clients, HidingOrgs orgs, MeterRegistry registry) {
        return KitConfiguration.reader(
                "feedback", List.of(Topics.FEEDBACK), clients, orgs, registry);
    }
}
