package io.interlude.web.boot;

import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.projection.TopicReader;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.state.query.AggregateProjection;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Pacing and engagement in memory, as the aggregator publishes them. Stands beside
/// [KitConfiguration].
@Configuration(proxyBeanMethods = false)
public class AggregateViewsConfiguration {
    @Bean
    AggregateProjection aggregateProjection() {
        return new AggregateProjection();
    }

    @Bean
    TopicReader aggregateReader(
            KafkaClients clients, AggregateProjection projection, MeterRegistry registry) {
        List<Topic<?>> topics = List.of(Topics.PACING, Topics.ENGAGEMENT);
        return KitConfiguration.reader("aggregates", topics, clients, projection, registry);
    }
}
