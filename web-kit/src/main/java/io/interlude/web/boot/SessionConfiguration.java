package io.interlude.web.boot;

import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.projection.TopicReader;
import io.interlude.schema.SessionEnded;
import io.interlude.schema.topic.Topics;
import io.interlude.web.session.EndedSessions;
import io.interlude.web.session.Sessions;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Sessions of the console as beans. Needs the beans of [KitConfiguration].
@Configuration(proxyBeanMethods = false)
class SessionConfiguration {
    @Bean
    SessionWriter sessionWriter(KafkaClients clients) {
        return new SessionWriter(clients);
    }

    @Bean
    EndedSessions endedSessions(InstantSource clock, SessionWriter writer) {
        return new EndedSessions(clock, writer::write);
    }

    @Bean
    TopicReader sessionReader(KafkaClients clients, EndedSessions ended, MeterRegistry registry) {
        return KitConfiguration.reader(
                "sessions", List.of(Topics.ENDED_SESSIONS), clients, ended, registry);
    }

    @Bean
    Sessions sessions(
            KeyRing keyRing,
            CatalogueProjection records,
            EndedSessions ended,
            SigningKeys signingKeys,
            InstantSource clock) {
        return new Sessions(keyRing, records, ended, signingKeys, clock);
    }

    /// Writes what ended, with a producer that is made when the first session ends.
    static final class SessionWriter implements AutoCloseable {
        private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(2);

        private final KafkaClients clients;
        private @Nullable Producer<String, SpecificRecord> producer;

        SessionWriter(KafkaClients clients) {
            this.clients = clients;
        }

        CompletableFuture<Void> write(SessionEnded ended) {
            CompletableFuture<Void> written = new CompletableFuture<>();
            // A producer may wait for metadata.
            Thread.startVirtualThread(() -> send(ended, written));
            return written;
        }

        private void send(SessionEnded ended, CompletableFuture<Void> written) {
            try {
                var _ =
                        producer()
                                .send(
                                        new ProducerRecord<>(
                                                Topics.ENDED_SESSIONS.name(), ended.getId(), ended),
                                        (_, failure) -> {
                                            if (failure == null) {
                                                written.complete(null);
                                            } else {
                                                written.completeExceptionally(failure);
                                            }
                                        });
            } catch (RuntimeException failure) {
                written.completeExceptionally(failure);
            }
        }

        private synchronized Producer<String, SpecificRecord> producer() {
            Producer<String, SpecificRecord> made = producer;
            if (made == null) {
                made = clients.plainProducer("interlude-sessions");
                producer = made;
            }
            return made;
        }

        @Override
        public synchronized void close() {
            if (producer != null) {
                producer.close(CLOSE_DEADLINE);
            }
        }
    }
}
