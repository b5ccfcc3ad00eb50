package io.interlude.ingest.boot;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.append.JournalEventSink;
import io.interlude.ingest.click.ClickHandler;
import io.interlude.ingest.click.ClickRecorder;
import io.interlude.ingest.correction.CorrectionHandler;
import io.interlude.ingest.correction.CorrectionSearch;
import io.interlude.ingest.correction.EventSearch;
import io.interlude.ingest.event.EventBatchHandler;
import io.interlude.ingest.event.EventHandler;
import io.interlude.ingest.event.EventRecorder;
import io.interlude.ingest.event.EventValidation;
import io.interlude.ingest.event.Submissions;
import io.interlude.ingest.feedback.CommittedHides;
import io.interlude.ingest.feedback.FeedbackHandler;
import io.interlude.ingest.feedback.FeedbackRecorder;
import io.interlude.ingest.feedback.HideEffect;
import io.interlude.ingest.feedback.WhyHandler;
import io.interlude.ingest.identity.EventIds;
import io.interlude.ingest.identity.FetchIdentity;
import io.interlude.ingest.pixel.PixelHandler;
import io.interlude.ingest.redrive.RedriveHandler;
import io.interlude.ingest.rejected.RejectedEvents;
import io.interlude.ingest.traffic.ClickRates;
import io.interlude.ingest.traffic.DeclaredBots;
import io.interlude.ingest.traffic.InvalidTraffic;
import io.interlude.journal.append.Journal;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.rejected.RejectedJournal;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.RateLimits;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.interlude.web.warmup.WarmUp;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Event ingest, put together. Needs the beans of the service kit.
@Configuration(proxyBeanMethods = false)
public class IngestConfiguration {
    /// The aggregator's default, which its module says too.
    public static final String DEFAULT_APPLICATION_ID = "interlude-aggregate-3";

    @Bean
    static ApiFragment eventsDescription() {
        return new ApiFragment("openapi/events.yaml");
    }

    @Bean
    static SettingsSection<IngestSettings> ingestSection() {
        return new SettingsSection<>("interlude.ingest", IngestSettings.class);
    }

    @Bean
    IngestSettings ingestSettings(SettingsReader settings) {
        return settings.get(IngestSettings.class);
    }

    @Bean
    static SettingsSection<TrafficSettings> trafficSection() {
        return new SettingsSection<>("interlude.traffic", TrafficSettings.class);
    }

    @Bean
    TrafficSettings trafficSettings(SettingsReader settings) {
        return settings.get(TrafficSettings.class);
    }

    @Bean
    EventSink eventSink(Journal journal) {
        return new JournalEventSink(journal);
    }

    @Bean
    EventIds eventIds() {
        return new EventIds();
    }

    @Bean
    RejectedEvents rejectedEvents(EventSink sink, EventIds eventIds, MeterRegistry meters) {
        return new RejectedEvents(sink, eventIds, meters);
    }

    @Bean
    EventValidation eventValidation(
            FetchIdProof proof, EventSink sink, IngestSettings settings, Pseudonyms pseudonyms) {
        return new EventValidation(
                new FetchIdentity(proof, sink::partitionCount),
                settings.attributionWindow(),
                pseudonyms);
    }

    @Bean
    EventRecorder eventRecorder(
            EventValidation validation,
            EventIds eventIds,
            EventSink sink,
            RejectedEvents rejected,
            MeterRegistry meters) {
        return new EventRecorder(validation, eventIds, sink, rejected, meters);
    }

    @Bean
    InvalidTraffic invalidTraffic(TrafficSettings settings, MeterRegistry meters) {
        return new InvalidTraffic(DeclaredBots.load(), new ClickRates(settings.bounds()), meters);
    }

    @Bean
    Submissions submissions(
            Authenticator authenticator, InstantSource clock, InvalidTraffic invalidTraffic) {
        return new Submissions(authenticator, clock, invalidTraffic);
    }

    @Bean
    EventHandler eventHandler(Submissions submissions, EventRecorder recorder) {
        return new EventHandler(submissions, recorder);
    }

    @Bean
    EventBatchHandler eventBatchHandler(Submissions submissions, EventRecorder recorder) {
        return new EventBatchHandler(submissions, recorder);
    }

    @Bean
    RedriveHandler redriveHandler(
            Authenticator authenticator,
            RejectedJournal rejected,
            EventRecorder recorder,
            EventIds eventIds,
            InstantSource clock,
            IngestSettings settings) {
        return new RedriveHandler(
                authenticator, rejected, recorder, eventIds, clock, settings.attributionWindow());
    }

    @Bean
    CorrectionHandler correctionHandler(
            Authenticator authenticator,
            EventSearch journal,
            FetchIdProof proof,
            EventSink sink,
            InstantSource clock,
            IngestSettings settings,
            MeterRegistry meters) {
        return new CorrectionHandler(
                authenticator,
                new CorrectionSearch(
                        journal,
                        new FetchIdentity(proof, sink::partitionCount),
                        settings.attributionWindow()),
                sink,
                clock,
                meters);
    }

    @Bean
    HideEffect hideEffect(
            ObjectProvider<KafkaClients> clients,
            @Value("${interlude.aggregate.application-id:" + DEFAULT_APPLICATION_ID + "}")
                    String applicationId) {
        KafkaClients kafka = clients.getIfAvailable();
        return kafka == null ? HideEffect.NONE : new CommittedHides(kafka::admin, applicationId);
    }

    @Bean
    FeedbackRecorder feedbackRecorder(
            EventSink sink, EventIds eventIds, HideEffect hides, MeterRegistry meters) {
        return new FeedbackRecorder(sink, eventIds, hides, meters);
    }

    @Bean
    FeedbackHandler feedbackHandler(
            Submissions submissions,
            FetchIdProof proof,
            EventSink sink,
            IngestSettings settings,
            FeedbackRecorder recorder) {
        return new FeedbackHandler(
                submissions,
                new FetchIdentity(proof, sink::partitionCount),
                settings.attributionWindow(),
                recorder);
    }

    @Bean
    WhyHandler whyHandler(
            SigningKeys signingKeys,
            Catalogues catalogues,
            CatalogueRecords records,
            FeedbackRecorder recorder,
            IngestSettings settings,
            RateLimits limits,
            InstantSource clock) {
        return new WhyHandler(
                ClickTokens.ofReasons(signingKeys),
                catalogues,
                records,
                recorder,
                settings.attributionWindow(),
                limits,
                clock);
    }

    @Bean
    PixelHandler pixelHandler(Submissions submissions, EventRecorder recorder) {
        return new PixelHandler(submissions, recorder);
    }

    @Bean
    ClickRecorder clickRecorder(
            EventSink sink,
            EventIds eventIds,
            InstantSource clock,
            IngestSettings settings,
            MeterRegistry meters) {
        return new ClickRecorder(sink, eventIds, clock, settings.clickWait(), meters);
    }

    @Bean
    ClickHandler clickHandler(
            SigningKeys signingKeys,
            Catalogues catalogues,
            ClickRecorder recorder,
            InvalidTraffic invalidTraffic,
            InstantSource clock,
            IngestSettings settings) {
        return new ClickHandler(
                new ClickTokens(signingKeys),
                catalogues,
                recorder,
                invalidTraffic,
                clock,
                settings.sandboxTarget().toString());
    }

    @Bean
    WarmUp ingestWarmUp(IngestSettings settings, TrafficSettings traffic) {
        return new IngestWarmUp(settings, traffic);
    }
}
