package io.interlude.aggregate.boot;

import io.interlude.aggregate.query.JournalCatchUp;
import io.interlude.aggregate.serving.SampledPositions;
import io.interlude.aggregate.serving.ServedInstance;
import io.interlude.aggregate.serving.StateHandler;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.state.wire.StateToken;
import io.interlude.web.boot.PhasedStart;
import io.interlude.web.boot.StartPhase;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.settings.HttpServerSettings;
import io.interlude.web.settings.KafkaSettings;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The internal API through which other processes read this one's state. Stands beside
/// [AggregateConfiguration] in an aggregator that runs as a service of its own.
@Configuration(proxyBeanMethods = false)
public class StateApiConfiguration {
    @Bean
    AdvertisedUrl advertisedUrl(AggregateSettings settings, HttpServerSettings http) {
        URI given = settings.advertisedUrl();
        String scheme = http.tls() == null ? "http" : "https";
        return new AdvertisedUrl(
                given == null
                        ? URI.create(scheme + "://" + http.host() + ':' + http.port())
                        : given);
    }

    @Bean(destroyMethod = "close")
    SampledPositions sampledPositions(
            AggregatorStreams streams,
            Admin aggregateAdmin,
            AggregateSettings settings,
            AdvertisedUrl advertisedUrl) {
        return new SampledPositions(
                settings.applicationId(),
                streams,
                streams,
                new AdminGroupView(aggregateAdmin, settings.applicationId(), advertisedUrl.url()));
    }

    /// Before the first instance joins the group.
    @Bean
    SmartLifecycle groupSettings(Admin aggregateAdmin, AggregateSettings settings) {
        return new PhasedStart(
                StartPhase.PROCESSING - 1,
                () ->
                        GroupSettings.apply(
                                aggregateAdmin,
                                settings.applicationId(),
                                settings.standbyReplicas(),
                                settings.sessionTimeout()));
    }

    @Bean
    SmartLifecycle positionSamples(SampledPositions positions) {
        return new PhasedStart(StartPhase.PROCESSING + 1, positions::start);
    }

    @Bean
    ServedInstance servedInstance(
            AdvertisedUrl advertisedUrl,
            AggregateSettings settings,
            KafkaSettings kafka,
            AggregatorStreams streams,
            JournalCatchUp journalCatchUp) {
        return new ServedInstance(
                advertisedUrl.url(),
                settings.applicationId(),
                kafka.partitions(),
                streams,
                journalCatchUp::caughtUp);
    }

    @Bean
    RouteGroup stateRoutes(
            ServedInstance instance,
            SigningKeys signingKeys,
            SampledPositions positions,
            AggregatorStreams streams,
            ExecutorService cellReading) {
        return StateHandler.of(
                instance, new StateToken(signingKeys), positions, streams, cellReading);
    }
}
