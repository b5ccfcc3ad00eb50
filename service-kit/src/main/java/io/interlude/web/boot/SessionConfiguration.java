package io.interlude.web.boot;

import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.SeldomWriter;
import io.interlude.journal.projection.TopicReader;
import io.interlude.schema.topic.Topics;
import io.interlude.web.session.EndedSessions;
import io.interlude.web.session.Sessions;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Sessions of the console as beans. Needs the beans of [KitConfiguration].
@Configuration(proxyBeanMethods = false)
class SessionConfiguration {
    @Bean
    SeldomWriter sessionWriter(KafkaClients clients) {
        return new SeldomWriter(clients, "interlude-sessions");
    }

    @Bean
    EndedSessions endedSessions(InstantSource clock, SeldomWriter sessionWriter) {
        return new EndedSessions(
                clock, ended -> sessionWriter.write(Topics.ENDED_SESSIONS, ended.getId(), ended));
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
}
