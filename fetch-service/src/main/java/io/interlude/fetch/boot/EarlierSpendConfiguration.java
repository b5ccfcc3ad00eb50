package io.interlude.fetch.boot;

import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.projection.TopicReader;
import io.interlude.state.query.EarlierSpend;
import io.interlude.web.boot.PhasedStart;
import io.interlude.web.boot.StartPhase;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the spend of line items before this process started. Stands beside [FetchConfiguration]
/// where there is a Kafka, and [io.interlude.web.boot.AggregateViewsConfiguration].
@Configuration(proxyBeanMethods = false)
public class EarlierSpendConfiguration {
    @Bean(destroyMethod = "close")
    EarlierSpend earlierSpend(
            KafkaClients clients,
            @Value(
                            "${interlude.aggregate.application-id:"
                                    + HandoverConfiguration.DEFAULT_APPLICATION_ID
                                    + "}")
                    String applicationId,
            @Qualifier("aggregateReader") TopicReader views) {
        return new EarlierSpend(clients::admin, clients::readingConsumer, applicationId, views);
    }

    /// After what an earlier process left is in the journal: it counts as held at the start.
    @Bean
    SmartLifecycle earlierSpendStart(EarlierSpend spend) {
        return new PhasedStart(StartPhase.PROCESSING, spend::start);
    }
}
