package io.interlude.manage.boot;

import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.projection.TopicReader;
import io.interlude.manage.key.KeyUseProjection;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.KeyUses;
import io.interlude.web.boot.KitConfiguration;
import io.interlude.web.keyuse.KeyUseLog;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Use of keys as its topic keeps it. Stands beside [ManageConfiguration].
@Configuration(proxyBeanMethods = false)
public class KeyUseConfiguration {
    @Bean
    KeyUseProjection keyUseProjection(KeyUses uses, KeyUseLog log, InstantSource clock) {
        return new KeyUseProjection(uses, log, clock);
    }

    /// No answer waits for it: until it is read, keys look less used than they were.
    @Bean
    TopicReader keyUseReader(KafkaClients kafka, KeyUseProjection uses, MeterRegistry meters) {
        return KitConfiguration.reader("key-use", List.of(Topics.KEY_USE), kafka, uses, meters);
    }
}
