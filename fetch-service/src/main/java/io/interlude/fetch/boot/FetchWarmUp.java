package io.interlude.fetch.boot;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.OrgId;
import io.interlude.fetch.answer.ClickUrls;
import io.interlude.fetch.answer.FetchAnswers;
import io.interlude.fetch.answer.WhyUrls;
import io.interlude.fetch.endpoint.FetchHandler;
import io.interlude.fetch.journal.FetchIds;
import io.interlude.fetch.journal.FetchJournal;
import io.interlude.fetch.overlay.FetchOverlay;
import io.interlude.fetch.placement.AdUnitResolver;
import io.interlude.fetch.repeat.AnswerHistory;
import io.interlude.fetch.repeat.Repeats;
import io.interlude.fetch.selection.CounterReader;
import io.interlude.fetch.selection.FetchDecider;
import io.interlude.fetch.selection.HidePolicy;
import io.interlude.fetch.selection.PreparedCatalogues;
import io.interlude.state.query.AggregateProjection;
import io.interlude.web.warmup.WarmUp;
import io.interlude.web.warmup.WarmUpEnvironment;
import io.interlude.web.warmup.WarmUpRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/// Fetches, as [FetchConfiguration] puts them together, in a [WarmUpEnvironment]. The real fast
/// engine reads their contexts: it keeps nothing of what it reads. A slow one may be somebody
/// else's server.
final class FetchWarmUp implements WarmUp {
    private static final int REQUESTS = 128;
    private static final int OVERLAY_SIZE = 100_000;
    private static final String CONTEXT =
            """
            ,"context":[{"role":"user","text":"Which train goes to the coast on Friday?"},\
            {"role":"assistant","text":"There is one at nine and one at noon."},\
            {"role":"user","text":"The one at nine. Where could we stay for two nights?"}]\
            """;

    private final FetchSettings settings;
    private final FetchHandler.Understanding understanding;

    FetchWarmUp(FetchSettings settings, FetchHandler.Understanding understanding) {
        this.settings = settings;
        this.understanding = understanding;
    }

    @Override
    public WarmUpPlan plan(WarmUpEnvironment environment) {
        FetchOverlay overlay =
                new FetchOverlay(new AggregateProjection(), environment.clock(), OVERLAY_SIZE);
        FetchHandler handler =
                new FetchHandler(
                        environment.authenticator(),
                        environment.clock(),
                        new FetchIds(environment.proof(), 0),
                        deciding(environment, overlay),
                        new FetchHandler.Understanding(
                                understanding.reader().fast(),
                                understanding.hash(),
                                environment.pseudonyms()),
                        new FetchJournal(environment.journal(), overlay),
                        new FetchAnswers(
                                new ClickUrls(
                                        settings.baseUrl(),
                                        new ClickTokens(environment.signingKeys())),
                                new WhyUrls(
                                        settings.baseUrl(),
                                        ClickTokens.ofReasons(environment.signingKeys()))));
        return new WarmUpPlan(List.of(handler), requests());
    }

    private FetchHandler.Deciding deciding(WarmUpEnvironment environment, FetchOverlay overlay) {
        CounterReader counters =
                new CounterReader(
                        (_, _, _) -> CompletableFuture.completedFuture(SubscriberCounters.NONE),
                        environment.journal()::partitionCount,
                        settings.counterWait(),
                        environment.meters());
        return new FetchHandler.Deciding(
                new PreparedCatalogues(environment.catalogues()),
                new AdUnitResolver(
                        environment.records(), new NothingWritten(), environment.clock()),
                new FetchDecider(overlay, counters, HidePolicy.NONE),
                () -> ThreadLocalRandom.current().nextLong(RecordedDecision.SEEDS),
                new Repeats(AnswerHistory.NONE, environment.clock()));
    }

    /// Every other one with a subscriber, and two of four with a context.
    private static List<WarmUpRequest> requests() {
        return IntStream.range(0, REQUESTS).mapToObj(FetchWarmUp::request).toList();
    }

    private static WarmUpRequest request(int i) {
        String subscriber = i % 2 == 0 ? "" : ",\"subscriber\":\"s" + i + "\"";
        return new WarmUpRequest(
                "POST",
                "/v1/fetch/v2",
                "{\"adUnit\":\"%s\",\"attributes\":{\"country\":\"US\",\"tier\":\"gold\"}%s%s}"
                        .formatted(WarmUpEnvironment.AD_UNIT, subscriber, i % 4 < 2 ? "" : CONTEXT),
                200);
    }

    private static final class NothingWritten implements CatalogueWriter {
        @Override
        public CompletableFuture<Long> commit(
                OrgId orgId, long basis, List<CatalogueEntry<?>> entries) {
            return CompletableFuture.completedFuture(basis);
        }

        @Override
        public CompletableFuture<Long> newest(OrgId orgId) {
            return CompletableFuture.completedFuture(1L);
        }
    }
}
