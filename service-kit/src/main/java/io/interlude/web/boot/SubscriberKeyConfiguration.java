package io.interlude.web.boot;

import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.catalogue.subscriber.RetentionPolicy;
import io.interlude.catalogue.subscriber.SecretWrapping;
import io.interlude.catalogue.subscriber.SubscriberKeyRecords;
import io.interlude.catalogue.subscriber.SubscriberKeyRing;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.retention.EventEncryption;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The beans that make pseudonyms of subscribers, and events unreadable, in every service.
@Configuration(proxyBeanMethods = false)
class SubscriberKeyConfiguration {
    @Bean
    SecretWrapping secretWrapping(SigningKeys signingKeys) {
        return new SecretWrapping(signingKeys, new SecureRandom());
    }

    @Bean
    SubscriberKeyRecords subscriberKeyRecords(SecretWrapping wrapping) {
        return new SubscriberKeyRecords(wrapping, new SecureRandom());
    }

    @Bean
    SubscriberKeyRing subscriberKeyRing(SecretWrapping wrapping, MeterRegistry registry) {
        SubscriberKeyRing ring = new SubscriberKeyRing(wrapping);
        Gauge.builder("subscriber.keys.bytes", ring, keys -> keys.heapBytes().all())
                .description("Heap that the subscriber keys of all orgs take, roughly.")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("subscriber.keys.largest.bytes", ring, keys -> keys.heapBytes().largest())
                .description("The same of the org whose keys take the most.")
                .baseUnit("bytes")
                .register(registry);
        return ring;
    }

    @Bean
    RetentionPolicy retentionPolicy(CatalogueProjection projection, InstantSource clock) {
        return RetentionPolicy.of(projection, clock);
    }

    @Bean
    EventEncryption eventEncryption(SubscriberKeyRing ring, RetentionPolicy policy) {
        return new EventEncryption(ring, policy, new SecureRandom());
    }

    @Bean
    TopicReader subscriberKeyReader(
            KafkaClients clients, SubscriberKeyRing ring, MeterRegistry registry) {
        return KitConfiguration.reader(
                "subscriber-keys", List.of(Topics.SUBSCRIBER_KEYS), clients, ring, registry);
    }
}
