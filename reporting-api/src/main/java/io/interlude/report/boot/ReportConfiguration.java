package io.interlude.report.boot;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.history.CatalogueHistory;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.FetchFlows;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.catalogue.subscriber.RetentionPolicy;
import io.interlude.console.ConsoleHandler;
import io.interlude.console.OperatorSessionHandler;
import io.interlude.console.SessionHandler;
import io.interlude.console.signon.SignOnHandler;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.SeldomWriter;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.journal.rejected.RejectedJournal;
import io.interlude.report.answer.NamesHandler;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.asyncapi.AsyncApiHandler;
import io.interlude.report.attribute.AttributeFolds;
import io.interlude.report.attribution.Attributions;
import io.interlude.report.audit.JournalReplay;
import io.interlude.report.audit.ManifestCheck;
import io.interlude.report.audit.ServedCells;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.job.AuditForm;
import io.interlude.report.audit.job.AuditHandler;
import io.interlude.report.audit.job.AuditResult;
import io.interlude.report.audit.job.AuditRun;
import io.interlude.report.delivery.DeliveryHandler;
import io.interlude.report.delivery.LastHour;
import io.interlude.report.explain.ExplainHandler;
import io.interlude.report.feedback.FeedbackLimits;
import io.interlude.report.funnel.FunnelHandler;
import io.interlude.report.guarantee.GuaranteesHandler;
import io.interlude.report.journal.JournalHandler;
import io.interlude.report.lift.LiftHandler;
import io.interlude.report.live.LiveHandler;
import io.interlude.report.live.LiveHub;
import io.interlude.report.manifest.ManifestJournal;
import io.interlude.report.manifest.ManifestKeys;
import io.interlude.report.nofill.NoFillHandler;
import io.interlude.report.prediction.PredictionHandler;
import io.interlude.report.rejected.RejectedHandler;
import io.interlude.report.rollup.ReportReader;
import io.interlude.report.rotation.RotationHandler;
import io.interlude.report.sdk.SdkHandler;
import io.interlude.report.subscriber.SubscriberExportHandler;
import io.interlude.schema.AuditRecorded;
import io.interlude.schema.topic.Topics;
import io.interlude.state.query.AggregateViews;
import io.interlude.state.query.AppliedJournal;
import io.interlude.state.query.EngagementQuery;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.query.RollupQuery;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.RateLimits;
import io.interlude.web.boot.KitConfiguration;
import io.interlude.web.boot.PhasedStart;
import io.interlude.web.boot.StartPhase;
import io.interlude.web.job.Jobs;
import io.interlude.web.job.KeptJobs;
import io.interlude.web.limits.Admission;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.session.OperatorSessions;
import io.interlude.web.session.Sessions;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.LimitSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;

/// Reports, the live stream, audits, manifests and the console. Needs a [RollupQuery], a
/// [ReachQuery], an [AppliedJournal], an [OperatorGate], [OperatorSessions] and what `service-kit`
/// configures.
@Configuration(proxyBeanMethods = false)
@Import({AttributionConfiguration.class, ManifestConfiguration.class, McpConfiguration.class})
public class ReportConfiguration {
    private static final Duration REPORT_DEADLINE = Duration.ofSeconds(30);
    private static final Duration LAST_HOUR_PATIENCE = Duration.ofSeconds(2);
    private static final Duration LAST_HOUR_FRESH = Duration.ofSeconds(5);
    private static final Duration LIVE_INTERVAL = Duration.ofSeconds(1);

    @Bean
    static ApiFragment reportsDescription() {
        return new ApiFragment("openapi/reports.yaml");
    }

    @Bean
    static SettingsSection<AttributeSettings> attributesSection() {
        return new SettingsSection<>("interlude.attributes", AttributeSettings.class);
    }

    @Bean(destroyMethod = "close")
    AttributeFolds attributeFolds(
            SettingsReader settings,
            KafkaClients kafka,
            CatalogueRecords records,
            Catalogues catalogues,
            AttributionWindow window) {
        AttributeSettings own = settings.get(AttributeSettings.class);
        return new AttributeFolds(
                own.folder(),
                own.memory().toBytes(),
                kafka,
                records,
                catalogues,
                new FetchFlows(catalogues)::of,
                window);
    }

    /// The aggregator's.
    @Bean
    AttributionWindow attributionWindow(
            @Value("${interlude.aggregate.attribution-window:30d}") String length) {
        return new AttributionWindow(DurationStyle.detectAndParse(length));
    }

    @Bean
    SmartLifecycle attributeFoldsStart(AttributeFolds attributes) {
        return new PhasedStart(StartPhase.PROCESSING, attributes::start);
    }

    @Bean
    ReportReader reportReader(RollupQuery cells, ReachQuery reach, AttributeFolds attributes) {
        return new ReportReader(cells, reach, attributes, REPORT_DEADLINE);
    }

    @Bean
    RouteGroup reportRoutes(
            Authenticator authenticator,
            ReportReader reports,
            Attributions attributions,
            Catalogues catalogues,
            CatalogueRecords records,
            InstantSource clock) {
        return new ReportHandler(authenticator, reports, attributions, catalogues, records, clock);
    }

    @Bean
    RouteGroup nameRoutes(Authenticator authenticator, CatalogueRecords records) {
        return new NamesHandler(authenticator, records);
    }

    @Bean
    RouteGroup rejectedRoutes(
            Authenticator authenticator, RejectedJournal rejected, InstantSource clock) {
        return new RejectedHandler(authenticator, rejected, clock);
    }

    @Bean
    RouteGroup journalRoutes(
            Authenticator authenticator,
            JournalHistory journal,
            ManifestJournal manifests,
            FetchIdProof proof,
            InstantSource clock) {
        return new JournalHandler(authenticator, journal, manifests, proof, clock);
    }

    @Bean
    RouteGroup subscriberExportRoutes(
            Authenticator authenticator,
            Pseudonyms pseudonyms,
            FrequencyQuery frequencies,
            JournalHistory journal,
            RejectedJournal rejected,
            KafkaSettings kafka) {
        return new SubscriberExportHandler(
                authenticator, pseudonyms, frequencies, journal, rejected, kafka.partitions());
    }

    @Bean
    RouteGroup explainRoutes(
            Authenticator authenticator,
            JournalHistory journal,
            CatalogueHistory history,
            FetchIdProof proof) {
        return new ExplainHandler(authenticator, journal, history, proof);
    }

    @Bean
    RouteGroup predictionRoutes(
            Authenticator authenticator,
            Catalogues catalogues,
            AggregateViews views,
            InstantSource clock) {
        return new PredictionHandler(authenticator, catalogues, views, clock);
    }

    @Bean
    RouteGroup liftRoutes(
            Authenticator authenticator, JournalHistory journal, CatalogueRecords records) {
        return new LiftHandler(authenticator, journal, records, REPORT_DEADLINE);
    }

    /// Beside a fetch service it tells what that one's next fetch reads; else what is applied.
    @Bean
    RouteGroup rotationRoutes(
            Authenticator authenticator,
            Catalogues catalogues,
            ObjectProvider<EngagementQuery> engagements,
            AggregateViews views,
            InstantSource clock) {
        EngagementQuery applied =
                (orgId, creativeId) -> views.engagement(orgId, creativeId).recent();
        return new RotationHandler(
                authenticator, catalogues, engagements.getIfAvailable(() -> applied), views, clock);
    }

    @Bean
    RouteGroup deliveryRoutes(
            Authenticator authenticator,
            Catalogues catalogues,
            AggregateViews views,
            JournalHistory journal,
            InstantSource clock,
            MeterRegistry meters) {
        LastHour lastHour = new LastHour(journal, clock, LAST_HOUR_PATIENCE, LAST_HOUR_FRESH);
        DeliveryHandler handler =
                new DeliveryHandler(authenticator, catalogues, views, lastHour, clock);
        Gauge.builder("interlude.delivery.stalled", handler, DeliveryHandler::notDelivering)
                .description("Line items in flight that serve nothing")
                .register(meters);
        return handler;
    }

    @Bean
    RouteGroup noFillRoutes(
            Authenticator authenticator,
            Catalogues catalogues,
            JournalHistory journal,
            ReportReader reports,
            InstantSource clock) {
        return new NoFillHandler(
                authenticator, catalogues, journal, reports, clock, REPORT_DEADLINE);
    }

    @Bean
    RouteGroup funnelRoutes(
            Authenticator authenticator,
            JournalHistory journal,
            Catalogues catalogues,
            InstantSource clock) {
        return new FunnelHandler(authenticator, journal, catalogues, clock, REPORT_DEADLINE);
    }

    /// Outlines are counted as they lie there, so it needs no keys.
    @Bean
    JournalReplay journalReplay(
            KafkaClients kafka, RetentionPolicy retention, AttributionWindow window) {
        return new JournalReplay(
                kafka::replayConsumer, kafka.deserializer(), retention::firstKept, window);
    }

    @Bean
    ServedCells servedCells(RollupQuery cells, ReachQuery reach, ReportReader reports) {
        return new ServedCells(cells, reach, reports);
    }

    @Bean
    AuditRun auditRun(
            JournalReplay replay,
            AppliedJournal applied,
            ServedCells served,
            Catalogues catalogues,
            Admission admission,
            ManifestJournal manifests,
            ManifestKeys keys) {
        return AuditRun.of(
                replay,
                applied,
                served,
                new FetchFlows(catalogues)::of,
                admission::work,
                () -> ManifestCheck.of(manifests::forEach, keys::verify));
    }

    @Bean
    SeldomWriter auditWriter(KafkaClients kafka) {
        return new SeldomWriter(kafka, "interlude-audits");
    }

    @Bean
    KeptJobs<AuditRequest, AuditResult, AuditRecorded> keptAudits(SeldomWriter auditWriter) {
        return AuditForm.kept((key, value) -> auditWriter.write(Topics.AUDITS, key, value));
    }

    @Bean
    TopicReader auditReader(
            KafkaClients kafka,
            KeptJobs<AuditRequest, AuditResult, AuditRecorded> kept,
            MeterRegistry meters) {
        return KitConfiguration.reader("audits", List.of(Topics.AUDITS), kafka, kept, meters);
    }

    @Bean(destroyMethod = "close")
    Jobs<AuditRequest, AuditResult, AuditRecorded> audits(
            AuditRun run,
            Attributions attributions,
            KeptJobs<AuditRequest, AuditResult, AuditRecorded> kept,
            InstantSource clock,
            MeterRegistry meters) {
        return AuditForm.jobs(run.with(attributions), kept, clock, meters);
    }

    @Bean
    RouteGroup auditRoutes(
            Authenticator authenticator,
            AuditRun run,
            Attributions attributions,
            Jobs<AuditRequest, AuditResult, AuditRecorded> audits,
            Catalogues catalogues,
            InstantSource clock) {
        return new AuditHandler(authenticator, run.with(attributions), audits, catalogues, clock);
    }

    @Bean(destroyMethod = "close")
    FeedbackLimits feedbackLimits(
            CatalogueRecords records,
            CatalogueWriter writer,
            RollupQuery cells,
            InstantSource clock,
            MeterRegistry meters) {
        return new FeedbackLimits(records, writer, cells, clock, meters);
    }

    @Bean
    SmartLifecycle feedbackLimitsStart(FeedbackLimits limits) {
        return new PhasedStart(StartPhase.PROCESSING, limits::start);
    }

    @Bean
    LiveHub liveHub(
            RollupQuery cells,
            Attributions attributions,
            Catalogues catalogues,
            InstantSource clock) {
        return new LiveHub(cells, attributions, catalogues, clock, LIVE_INTERVAL);
    }

    @Bean
    RouteGroup liveRoutes(
            Authenticator authenticator, LiveHub hub, LimitSettings limits, MeterRegistry meters) {
        LiveHandler handler =
                new LiveHandler(authenticator, hub, limits.streamsPerKey(), limits.streamsPerOrg());
        Gauge.builder("interlude.live.watchers", handler, LiveHandler::watchers)
                .description("Live streams that are open")
                .register(meters);
        return handler;
    }

    @Bean
    static SettingsSection<ConsoleSettings> consoleSection() {
        return new SettingsSection<>("interlude.console", ConsoleSettings.class);
    }

    @Bean
    RouteGroup sessionRoutes(
            Authenticator authenticator,
            Sessions sessions,
            Catalogues catalogues,
            CatalogueRecords records,
            SettingsReader settings) {
        return new SessionHandler(
                authenticator,
                sessions,
                catalogues,
                records,
                settings.get(ConsoleSettings.class).links());
    }

    @Bean
    RouteGroup operatorSessionRoutes(OperatorGate gate, OperatorSessions sessions) {
        return new OperatorSessionHandler(gate, sessions);
    }

    @Bean
    RouteGroup signOnRoutes(
            Sessions sessions,
            CatalogueRecords records,
            RateLimits limits,
            SettingsReader settings) {
        return new SignOnHandler(
                settings.get(ConsoleSettings.class).oidc(), sessions, records, limits);
    }

    @Bean
    RouteGroup sdkRoutes() {
        return new SdkHandler();
    }

    @Bean
    RouteGroup consoleRoutes(SettingsReader settings) {
        return new ConsoleHandler(settings.get(ConsoleSettings.class).imageOrigins());
    }

    @Bean
    RouteGroup guaranteesRoutes() {
        return new GuaranteesHandler();
    }

    @Bean
    RouteGroup asyncApiRoutes() {
        return new AsyncApiHandler();
    }

    /// Streams end before the server drains, which would otherwise wait for them in vain.
    @Bean
    ApplicationListener<ContextClosedEvent> endsLiveStreams(LiveHub hub) {
        return _ -> hub.close();
    }
}
