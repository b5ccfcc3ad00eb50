package io.interlude.ingest.boot;

import io.interlude.ingest.correction.KafkaEventSearch;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.web.settings.KafkaSettings;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The search for events to take back, in Kafka. Stands beside [IngestConfiguration].
@Configuration(proxyBeanMethods = false)
public class EventSearchConfiguration {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @Bean
    KafkaEventSearch eventSearch(KafkaClients clients, KafkaSettings settings) {
        return new KafkaEventSearch(
                clients::readingConsumer, clients.deserializer(), settings.partitions(), DEADLINE);
    }
}
