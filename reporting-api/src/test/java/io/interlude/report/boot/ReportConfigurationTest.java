package io.interlude.report.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.history.CatalogueHistory;
import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.catalogue.subscriber.RetentionPolicy;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.rejected.RejectedJournal;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryHistory;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRejections;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.report.fixture.PlainPseudonyms;
import io.interlude.report.live.LiveHub;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.state.query.AggregateProjection;
import io.interlude.state.query.AggregateViews;
import io.interlude.state.query.AppliedJournal;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.query.RollupQuery;
import io.interlude.web.access.Authenticator;
import io.interlude.web.access.OperatorGate;
import io.interlude.web.access.OperatorToken;
import io.interlude.web.access.RateLimits;
import io.interlude.web.limits.Admission;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.session.EndedSessions;
import io.interlude.web.session.OperatorSessions;
import io.interlude.web.session.Sessions;
import io.interlude.web.settings.KafkaSettings;
import io.interlude.web.settings.LimitSettings;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import reactor.test.StepVerifier;

class ReportConfigurationTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @Test
    void registersItsRoutes() {
        try (AnnotationConfigApplicationContext context = context()) {
            assertThat(context.getBeansOfType(RouteGroup.class)).hasSize(24);
            assertThat(context.getBean(MeterRegistry.class).get("interlude.live.watchers").gauge())
                    .isNotNull();
        }
    }

    @Test
    void endsLiveStreamsWhenTheContextCloses() {
        AnnotationConfigApplicationContext context = context();
        LiveHub hub = context.getBean(LiveHub.class);

        StepVerifier.create(hub.watch(new OrgId("org-1"), null))
                .expectNextCount(1)
                .then(context::close)
                .thenConsumeWhile(_ -> true)
                .expectComplete()
                .verify(DEADLINE);
    }

    /// No org here has a limit, so that nothing is to be written.
    private static final class UnusedWriter implements CatalogueWriter {
        @Override
        public CompletableFuture<Long> commit(
                OrgId orgId, long basis, List<CatalogueEntry<?>> entries) {
            return CompletableFuture.failedFuture(new IllegalStateException("nothing to write"));
        }

        @Override
        public CompletableFuture<Long> newest(OrgId orgId) {
            return CompletableFuture.completedFuture(1L);
        }
    }

    private static SettingsReader settings() {
        return new SettingsReader(
                new StandardEnvironment(),
                List.of(
                        ManifestConfiguration.manifestSection(),
                        ReportConfiguration.attributesSection(),
                        ReportConfiguration.consoleSection(),
                        McpConfiguration.mcpSection()));
    }

    private static void addOperator(
            AnnotationConfigApplicationContext context, SigningKeys secrets) {
        OperatorToken token = new OperatorToken("operator-of-reports");
        EndedSessions ended =
                new EndedSessions(
                        InstantSource.system(), _ -> CompletableFuture.completedFuture(null));
        context.registerBean(
                OperatorSessions.class,
                () -> new OperatorSessions(token.sha256(), ended, secrets, InstantSource.system()));
        context.registerBean(
                OperatorGate.class, () -> new OperatorGate(token, 0, new SimpleMeterRegistry()));
    }

    private static AnnotationConfigApplicationContext context() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(RollupQuery.class, InMemoryRollups::new);
        context.registerBean(CatalogueWriter.class, UnusedWriter::new);
        context.registerBean(ReachQuery.class, InMemoryReach::new);
        context.registerBean(RejectedJournal.class, () -> new InMemoryRejections());
        context.registerBean(JournalHistory.class, () -> new InMemoryHistory(10));
        SigningKeys secrets = new SigningKeys(List.of(new byte[32]));
        context.registerBean(SigningKeys.class, () -> secrets);
        context.registerBean(FetchIdProof.class, () -> new FetchIdProof(secrets));
        addOperator(context, secrets);
        context.registerBean(SettingsReader.class, () -> settings());
        context.registerBean(AppliedJournal.class, () -> (_, _) -> {});
        context.registerBean(
                KafkaClients.class,
                () ->
                        new KafkaClients(
                                "127.0.0.1:9",
                                new InProcessSchemaRegistryClient(
                                        SchemaRegistry.load(new InMemorySchemaJournal()))));
        context.registerBean(
                CatalogueHistory.class,
                () -> (_, _) -> CompletableFuture.completedFuture(Optional.empty()));
        registerSubscribers(context);
        context.registerBean(AggregateViews.class, AggregateProjection::new);
        FixedKeys keys = new FixedKeys();
        context.registerBean(Authenticator.class, () -> keys);
        context.registerBean(Sessions.class, keys::sessions);
        context.registerBean(
                RateLimits.class,
                () -> new RateLimits(RateLimits.Defaults.NONE, new SimpleMeterRegistry()));
        context.registerBean(
                LimitSettings.class,
                () ->
                        new SettingsReader(
                                        new StandardEnvironment(),
                                        List.of(
                                                new SettingsSection<>(
                                                        "interlude.limits", LimitSettings.class)))
                                .get(LimitSettings.class));
        context.registerBean(Catalogues.class, NamedCatalogue::new);
        context.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
        context.registerBean(
                Admission.class, () -> new Admission(Map.of(), new SimpleMeterRegistry()));
        context.registerBean(
                InstantSource.class,
                () -> InstantSource.fixed(Instant.parse("2026-03-01T10:30:20Z")));
        context.register(ReportConfiguration.class);
        context.refresh();
        return context;
    }

    private static void registerSubscribers(AnnotationConfigApplicationContext context) {
        context.registerBean(RetentionPolicy.class, ReportConfigurationTest::retention);
        context.registerBean(Pseudonyms.class, PlainPseudonyms::new);
        context.registerBean(
                FrequencyQuery.class,
                () -> (_, _, _) -> CompletableFuture.completedFuture(SubscriberCounters.NONE));
        context.registerBean(
                KafkaSettings.class,
                () -> new KafkaSettings("127.0.0.1:9", null, 12, (short) 1, Map.of()));
    }

    /// Nobody has any.
    private static RetentionPolicy retention() {
        InstantSource clock = InstantSource.system();
        return RetentionPolicy.of(
                new CatalogueProjection(clock, new KeyRing(clock), new SimpleMeterRegistry()),
                clock);
    }
}
