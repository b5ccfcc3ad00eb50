package io.interlude.web.boot;

import io.interlude.catalogue.history.ChangeHistory;
import io.interlude.catalogue.history.KafkaCatalogueHistory;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Every change of the catalogue that was made. Stands beside [KitConfiguration].
@Configuration(proxyBeanMethods = false)
public class CatalogueHistoryConfiguration {
    @Bean
    KafkaCatalogueHistory catalogueHistory(
            KafkaClients clients, CatalogueProjection projection, MeterRegistry registry) {
        return new KafkaCatalogueHistory(
                projection,
                clients::readingConsumer,
                clients.deserializer(),
                listener ->
                        KitConfiguration.reader(
                                "catalogue-history",
                                List.of(Topics.CATALOGUE_HISTORY),
                                clients,
                                listener,
                                registry));
    }

    @Bean
    ChangeHistory changeHistory(KafkaCatalogueHistory history) {
        return history.changes();
    }

    /// Nobody waits for it: until it is read, past decisions cannot be explained.
    @Bean
    SmartLifecycle catalogueHistoryStart(KafkaCatalogueHistory history) {
        return new PhasedStart(StartPhase.PROJECTIONS, history::start);
    }
}
