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
import io.interlude.web.rehearsal.Rehearsal;
import io.interlude.web.rehearsal.Stage;
import io.interlude.web.rehearsal.StageRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/// Fetches, as [FetchConfiguration] puts them together, on a stage. The real fast engine reads
/// their contexts: it keeps nothing of what it reads. A slow one may be somebody else's server.
final class FetchRehearsal implements Rehearsal {
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

    FetchRehearsal(FetchSettings settings, FetchHandler.Understanding understanding) {
        this.settings = settings;
        this.understanding = understanding;
    }

    @Override
    public Scene on(Stage stage) {
        FetchOverlay overlay =
                new FetchOverlay(new AggregateProjection(), stage.clock(), OVERLAY_SIZE);
        FetchHandler handler =
                new FetchHandler(
                        stage.authenticator(),
                        stage.clock(),
                        new FetchIds(stage.proof(), 0),
                        deciding(stage, overlay),
                        new FetchHandler.Understanding(
                                understanding.reader().fast(),
                                understanding.hash(),
                                stage.pseudonyms()),
                        new FetchJournal(stage.journal(), overlay),
                        new FetchAnswers(
                                new ClickUrls(
                                        settings.baseUrl(), new ClickTokens(stage.signingKeys())),
                                new WhyUrls(
                                        settings.baseUrl(),
                                        ClickTokens.ofReasons(stage.signingKeys()))));
        return new Scene(List.of(handler), requests());
    }

    private FetchHandler.Deciding deciding(Stage stage, FetchOverlay overlay) {
        CounterReader counters =
                new CounterReader(
                        (_, _, _) -> CompletableFuture.completedFuture(SubscriberCounters.NONE),
                        stage.journal()::partitionCount,
                        settings.counterWait(),
                        stage.meters());
        return new FetchHandler.Deciding(
                new PreparedCatalogues(stage.catalogues()),
                new AdUnitResolver(stage.records(), new NothingWritten(), stage.clock()),
                new FetchDecider(overlay, counters, HidePolicy.NONE),
                () -> ThreadLocalRandom.current().nextLong(RecordedDecision.SEEDS),
                new Repeats(AnswerHistory.NONE, stage.clock()));
    }

    /// Every other one with a subscriber, and two of four with a context.
    private static List<StageRequest> requests() {
        return IntStream.range(0, REQUESTS).mapToObj(FetchRehearsal::request).toList();
    }

    private static StageRequest request(int i) {
        String subscriber = i % 2 == 0 ? "" : ",\"subscriber\":\"s" + i + "\"";
        return new StageRequest(
                "POST",
                "/v1/fetch/v2",
                "{\"adUnit\":\"%s\",\"attributes\":{\"country\":\"US\",\"tier\":\"gold\"}%s%s}"
                        .formatted(Stage.AD_UNIT, subscriber, i % 4 < 2 ? "" : CONTEXT),
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
