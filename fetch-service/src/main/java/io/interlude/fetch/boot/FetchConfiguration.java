package io.interlude.fetch.boot;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.fetch.answer.ClickUrls;
import io.interlude.fetch.answer.FetchAnswers;
import io.interlude.fetch.answer.WhyUrls;
import io.interlude.fetch.embed.EmbedHandler;
import io.interlude.fetch.endpoint.FetchHandler;
import io.interlude.fetch.handover.Handover;
import io.interlude.fetch.journal.FetchIds;
import io.interlude.fetch.journal.FetchJournal;
import io.interlude.fetch.overlay.FetchOverlay;
import io.interlude.fetch.placement.AdUnitResolver;
import io.interlude.fetch.repeat.AnswerHistory;
import io.interlude.fetch.repeat.JournalAnswers;
import io.interlude.fetch.repeat.Repeats;
import io.interlude.fetch.selection.CounterReader;
import io.interlude.fetch.selection.FetchDecider;
import io.interlude.fetch.selection.HidePolicy;
import io.interlude.fetch.selection.HidingOrgs;
import io.interlude.fetch.selection.PreparedCatalogues;
import io.interlude.journal.append.Journal;
import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.retention.EventEncryption;
import io.interlude.state.query.AggregateViews;
import io.interlude.state.query.EngagementQuery;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.web.access.Authenticator;
import io.interlude.web.openapi.ApiFragment;
import io.interlude.web.settings.SettingsReader;
import io.interlude.web.settings.SettingsSection;
import io.interlude.web.warmup.WarmUp;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// The fetch service, put together. Needs the beans of the service kit and a [FrequencyQuery].
@Configuration(proxyBeanMethods = false)
@Import({ContextConfiguration.class, HandoverConfiguration.class})
public class FetchConfiguration {
    @Bean
    static ApiFragment fetchDescription() {
        return new ApiFragment("openapi/fetch.yaml");
    }

    @Bean
    static SettingsSection<FetchSettings> fetchSection() {
        return new SettingsSection<>("interlude.fetch", FetchSettings.class);
    }

    @Bean
    FetchSettings fetchSettings(SettingsReader settings) {
        return settings.get(FetchSettings.class);
    }

    @Bean
    FetchIds fetchIds(FetchIdProof proof, FetchSettings settings) {
        Integer node = settings.node();
        return new FetchIds(
                proof,
                node == null
                        ? ThreadLocalRandom.current().nextInt(FetchIds.LARGEST_NODE + 1)
                        : node);
    }

    @Bean
    FetchOverlay fetchOverlay(
            AggregateViews views,
            InstantSource clock,
            FetchSettings settings,
            @Qualifier("earlierSpend") ObjectProvider<ReadinessCheck> earlierSpend,
            MeterRegistry meters) {
        ReadinessCheck earlier = earlierSpend.getIfAvailable();
        FetchOverlay overlay =
                new FetchOverlay(
                        views,
                        clock,
                        settings.overlaySize(),
                        settings.instanceNumber(),
                        earlier == null ? () -> true : earlier::ready);
        Gauge.builder("interlude.fetch.overlay.size", overlay, FetchOverlay::size)
                .description("Own fetches kept until the aggregator has applied them")
                .register(meters);
        return overlay;
    }

    @Bean
    EngagementQuery engagementQuery(FetchOverlay overlay) {
        return (orgId, creativeId) -> overlay.state(orgId).engagement(creativeId);
    }

    @Bean
    CounterReader counterReader(
            FrequencyQuery query,
            Handover handover,
            Journal journal,
            FetchSettings settings,
            MeterRegistry meters) {
        return new CounterReader(
                handover.over(query, journal),
                journal::partitionCount,
                settings.counterWait(),
                meters);
    }

    @Bean
    HidePolicy hidePolicy(ObjectProvider<HidingOrgs> orgs, FetchSettings settings) {
        HidingOrgs known = orgs.getIfAvailable();
        return known == null ? HidePolicy.NONE : new HidePolicy(known::mayHide, settings.hideFor());
    }

    @Bean
    FetchJournal fetchJournal(Journal journal, FetchOverlay overlay) {
        return new FetchJournal(journal, overlay);
    }

    @Bean
    FetchAnswers fetchAnswers(SigningKeys signingKeys, FetchSettings settings) {
        return new FetchAnswers(
                new ClickUrls(settings.baseUrl(), new ClickTokens(signingKeys)),
                new WhyUrls(settings.baseUrl(), ClickTokens.ofReasons(signingKeys)));
    }

    @Bean
    AnswerHistory answerHistory(
            ObjectProvider<KafkaClients> clients,
            ObjectProvider<EventEncryption> encryption,
            FetchSettings settings,
            InstantSource clock) {
        KafkaClients kafka = clients.getIfAvailable();
        return kafka == null
                ? AnswerHistory.NONE
                : new JournalAnswers(
                        kafka,
                        encryption.getObject().reading(kafka.deserializer()),
                        settings.instances() == 1,
                        clock);
    }

    @Bean
    Repeats repeats(AnswerHistory history, InstantSource clock) {
        return new Repeats(history, clock);
    }

    @Bean
    FetchDecider fetchDecider(FetchOverlay overlay, CounterReader reader, HidePolicy hides) {
        return new FetchDecider(overlay, reader, hides);
    }

    @Bean
    LongSupplier decisionSeeds() {
        return () -> ThreadLocalRandom.current().nextLong(RecordedDecision.SEEDS);
    }

    @Bean
    FetchHandler.Deciding deciding(
            Catalogues catalogues,
            CatalogueRecords records,
            CatalogueWriter writer,
            FetchDecider decider,
            LongSupplier decisionSeeds,
            Repeats repeats,
            InstantSource clock) {
        return new FetchHandler.Deciding(
                new PreparedCatalogues(catalogues),
                new AdUnitResolver(records, writer, clock),
                decider,
                decisionSeeds,
                repeats);
    }

    @Bean
    EmbedHandler embedHandler() {
        return new EmbedHandler();
    }

    @Bean
    FetchHandler fetchHandler(
            Authenticator authenticator,
            InstantSource clock,
            FetchIds fetchIds,
            FetchHandler.Deciding deciding,
            FetchHandler.Understanding understanding,
            FetchJournal journal,
            FetchAnswers answers) {
        return new FetchHandler(
                authenticator, clock, fetchIds, deciding, understanding, journal, answers);
    }

    @Bean
    WarmUp fetchWarmUp(FetchSettings settings, FetchHandler.Understanding understanding) {
        return new FetchWarmUp(settings, understanding);
    }
}
