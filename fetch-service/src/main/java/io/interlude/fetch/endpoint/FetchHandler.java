package io.interlude.fetch.endpoint;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.identity.ContextHash;
import io.interlude.domain.identity.ConversationId;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.money.Money;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.fetch.answer.FetchAnswers;
import io.interlude.fetch.context.ContextDigest;
import io.interlude.fetch.context.ContextReader;
import io.interlude.fetch.journal.FetchEntry;
import io.interlude.fetch.journal.FetchIds;
import io.interlude.fetch.journal.FetchJournal;
import io.interlude.fetch.placement.AdUnitResolver;
import io.interlude.fetch.request.FetchParameters;
import io.interlude.fetch.request.FetchRequest;
import io.interlude.fetch.request.Include;
import io.interlude.fetch.sandbox.SandboxAds;
import io.interlude.fetch.selection.Audience;
import io.interlude.fetch.selection.Decision;
import io.interlude.fetch.selection.DecisionRequest;
import io.interlude.fetch.selection.FetchDecider;
import io.interlude.fetch.selection.PreparedCatalogues;
import io.interlude.journal.json.Json;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.http.RequestLoop;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.node.ObjectNode;

/// `POST|GET /v1/fetch/v2`: authenticates, resolves the ad unit, reads the context, decides, makes
/// the decision durable, and answers. Nothing here waits on a thread.
public final class FetchHandler implements RouteGroup {
    private static final String PATH = "/v1/fetch/v2";
    private static final int LARGEST_BODY = 64 * 1_024;
    private static final Set<KeyKind> ALLOWED = Set.of(KeyKind.FETCH, KeyKind.TAG, KeyKind.MGMT);

    private final Authenticator authenticator;
    private final InstantSource clock;
    private final FetchIds fetchIds;
    private final Deciding deciding;
    private final Understanding understanding;
    private final FetchJournal journal;
    private final FetchAnswers answers;

    public FetchHandler(
            Authenticator authenticator,
            InstantSource clock,
            FetchIds fetchIds,
            Deciding deciding,
            Understanding understanding,
            FetchJournal journal,
            FetchAnswers answers) {
        this.authenticator = authenticator;
        this.clock = clock;
        this.fetchIds = fetchIds;
        this.deciding = deciding;
        this.understanding = understanding;
        this.journal = journal;
        this.answers = answers;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATH, this::get).handle(HttpMethod.POST, PATH, this::post);
    }

    private Mono<ServerResponse> get(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, ALLOWED);
        return fetch(
                caller,
                parameters(request, Json.MAPPER.createObjectNode()),
                RequestLoop.of(request));
    }

    private Mono<ServerResponse> post(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, ALLOWED);
        return JsonBodies.objectOrEmpty(request, LARGEST_BODY)
                .flatMap(body -> fetch(caller, parameters(request, body), RequestLoop.of(request)));
    }

    private static FetchRequest parameters(ServerRequest request, ObjectNode body) {
        return FetchParameters.read(
                request.queryParams(), body, request.headers().firstHeader("X-Neutral-Debug"));
    }

    private Mono<ServerResponse> fetch(Caller caller, FetchRequest request, Scheduler loop) {
        if (caller.kind() == KeyKind.TAG && !Set.of(Include.WHY).containsAll(request.include())) {
            throw Problem.ofField(
                            Reason.KEY_NOT_ALLOWED,
                            "include",
                            "With a tag, ask for why alone: others may read the answer.")
                    .exception();
        }
        if (request.sandbox()) {
            FetchId fetchId = fetchIds.nextSandbox(caller.orgId(), now());
            return answers.ad(request, caller.orgId(), fetchId, SandboxAds.of(request.format()));
        }
        return ask(caller, request)
                .flatMap(ask -> decided(caller, request, ask))
                .flatMap(recorded -> answer(request, recorded, loop));
    }

    private Mono<DecisionRequest> ask(Caller caller, FetchRequest request) {
        PreparedCatalogues catalogues = deciding.catalogues();
        return deciding.adUnits()
                .resolve(caller, request.adUnitCode(), catalogues.of(caller.orgId()).source())
                .flatMap(adUnit -> {
                    // Read again: making a default ad unit is a new revision.
                    PreparedCatalogue catalogue = catalogues.of(caller.orgId());
                    return understanding
                            .reader()
                            .read(request.context(), catalogue.source())
                            .map(reading -> ask(caller, request, catalogue, adUnit, reading));
                });
    }

    private DecisionRequest ask(
            Caller caller,
            FetchRequest request,
            PreparedCatalogue catalogue,
            AdUnit adUnit,
            ContextReading reading) {
        return new DecisionRequest(
                catalogue,
                adUnit,
                caller.applicationId(),
                request.format(),
                audience(caller.orgId(), request),
                request.attributes(),
                new Moment(
                        reading,
                        catalogue.source().suitability(adUnit, caller.applicationId()),
                        request.sensitive(),
                        request.child()),
                now(),
                deciding.seeds().getAsLong(),
                request.test());
    }

    private Audience audience(OrgId orgId, FetchRequest request) {
        SubscriberId id = request.subscriber();
        ConversationId conversationId = request.conversation();
        Pseudonyms pseudonyms = understanding.pseudonyms();
        Subscriber subscriber = id == null ? null : pseudonyms.of(orgId, id).orElse(null);
        Subscriber conversation =
                conversationId == null
                        ? null
                        : pseudonyms.of(orgId, id, conversationId).orElse(null);
        return new Audience(
                subscriber,
                conversation,
                id != null && subscriber == null,
                conversationId != null && conversation == null,
                request.turn());
    }

    private Mono<Recorded> decided(Caller caller, FetchRequest request, DecisionRequest ask) {
        int partition = journal.partition(caller.orgId(), ask.audience().owner());
        ContextDigest digest = ContextDigest.of(request.context(), understanding.hash());
        return deciding.decider()
                .decide(
                        ask,
                        partition,
                        decision -> commit(caller, ask, partition, digest, decision));
    }

    private Recorded commit(
            Caller caller,
            DecisionRequest ask,
            int partition,
            ContextDigest digest,
            Decision decision) {
        FetchId fetchId = fetchIds.next(caller.orgId(), ask.now(), partition);
        FetchEntry entry = new FetchEntry(fetchId, caller, ask, digest, decision);
        return new Recorded(entry, journal.append(entry));
    }

    private Mono<ServerResponse> answer(FetchRequest request, Recorded recorded, Scheduler loop) {
        FetchEntry entry = recorded.entry();
        return Mono.fromFuture(recorded.durable(), true)
                .publishOn(loop)
                .then(
                        Mono.defer(() ->
                                answers.outcome(
                                        request,
                                        entry.caller().orgId(),
                                        entry.fetchId(),
                                        entry.decision().outcome(),
                                        expectedValue(request, entry))));
    }

    private @Nullable Money expectedValue(FetchRequest request, FetchEntry entry) {
        return request.include().contains(Include.EXPECTED_VALUE)
                ? deciding.decider().expectedValue(entry.ask(), entry.decision().outcome())
                : null;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /// A decision on its way into the journal.
    private record Recorded(FetchEntry entry, CompletableFuture<Void> durable) {}

    /// What a decision is made with.
    ///
    /// @param seeds a fresh random seed for each decision
    public record Deciding(
            PreparedCatalogues catalogues,
            AdUnitResolver adUnits,
            FetchDecider decider,
            LongSupplier seeds) {}

    /// What reads contexts, and what is kept of them and of subscribers.
    public record Understanding(ContextReader reader, ContextHash hash, Pseudonyms pseudonyms) {}
}
