package io.interlude.report.boot;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.SeldomWriter;
import io.interlude.journal.projection.TopicReader;
import io.interlude.report.attribution.AttributionHandler;
import io.interlude.report.attribution.Attributions;
import io.interlude.report.attribution.KafkaOrgFold;
import io.interlude.schema.topic.Topics;
import io.interlude.state.query.AppliedJournal;
import io.interlude.web.access.Authenticator;
import io.interlude.web.boot.KitConfiguration;
import io.interlude.web.route.RouteGroup;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Versions of attribution.
@Configuration(proxyBeanMethods = false)
class AttributionConfiguration {
    @Bean(destroyMethod = "close")
    Attributions attributions(
            SeldomWriter auditWriter,
            KafkaClients kafka,
            AppliedJournal applied,
            InstantSource clock,
            MeterRegistry meters) {
        return new Attributions(
                (key, value) -> auditWriter.write(Topics.ATTRIBUTIONS, key, value),
                (orgId, memory) ->
                        KafkaOrgFold.begin(orgId, memory, kafka, applied, clock, meters));
    }

    @Bean
    TopicReader attributionReader(
            KafkaClients kafka, Attributions attributions, MeterRegistry meters) {
        return KitConfiguration.reader(
                "attribution-commands", List.of(Topics.ATTRIBUTIONS), kafka, attributions, meters);
    }

    @Bean
    RouteGroup attributionRoutes(
            Authenticator authenticator,
            Attributions attributions,
            CatalogueRecords records,
            InstantSource clock) {
        return new AttributionHandler(authenticator, attributions, records, clock);
    }
}
