package io.interlude.fetch.selection;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.web.limits.OrgTurns;
import io.interlude.web.limits.PatientThreads;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// The newest snapshot of each org, prepared for selection once. A large one takes a tenth of a
/// second or more, and an org may change its catalogue all the time: so it is prepared aside, orgs
/// take turns, and only fetches of the org itself wait. Safe for use by many threads.
public final class PreparedCatalogues {
    private static final OrgCatalogue.Resources NOTHING =
            new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of());

    private final Catalogues catalogues;
    private final OrgTurns turns;
    private final Map<OrgId, Preparing> orgToNewest = new ConcurrentHashMap<>();

    /// Prepares on a thread of its own.
    public PreparedCatalogues(Catalogues catalogues) {
        this(
                catalogues,
                Executors.newSingleThreadExecutor(new PatientThreads("catalogue-preparation")));
    }

    /// @param threads where catalogues are prepared
    PreparedCatalogues(Catalogues catalogues, Executor threads) {
        this.catalogues = catalogues;
        this.turns = new OrgTurns(threads);
    }

    /// The newest snapshot; an empty one for an org without any catalogue.
    public OrgCatalogue source(OrgId orgId) {
        return catalogues.org(orgId).orElseGet(() -> OrgCatalogue.compile(orgId, 0, NOTHING));
    }

    /// The newest snapshot, prepared: at once, unless it is the first that is asked for since a
    /// change.
    public Mono<PreparedCatalogue> of(OrgId orgId) {
        CompletableFuture<PreparedCatalogue> newest = preparing(source(orgId)).prepared();
        return newest.state() == Future.State.SUCCESS
                ? Mono.just(newest.resultNow())
                : Mono.fromFuture(newest, true).publishOn(Schedulers.parallel());
    }

    private Preparing preparing(OrgCatalogue newest) {
        Preparing known = orgToNewest.get(newest.orgId());
        return known != null && known.source() == newest
                ? known
                : orgToNewest.compute(
                        newest.orgId(),
                        (_, current) ->
                                current != null && current.source().revision() >= newest.revision()
                                        ? current
                                        : prepare(newest));
    }

    private Preparing prepare(OrgCatalogue newest) {
        return new Preparing(
                newest,
                CompletableFuture.supplyAsync(
                        () -> PreparedCatalogue.compile(newest),
                        turns.executor(newest.orgId().value())));
    }

    private record Preparing(OrgCatalogue source, CompletableFuture<PreparedCatalogue> prepared) {}
}
