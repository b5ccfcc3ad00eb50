package io.interlude.fetch.endpoint;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.explain.AdReasons;
import io.interlude.domain.identity.ContextHash;
import io.interlude.domain.identity.ConversationId;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.money.Money;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.fetch.answer.FetchAnswers;
import io.interlude.fetch.context.ContextDigest;
import io.interlude.fetch.context.ContextReader;
import io.interlude.fetch.journal.FetchEntry;
import io.interlude.fetch.journal.FetchIds;
import io.interlude.fetch.journal.FetchJournal;
import io.interlude.fetch.placement.AdUnitResolver;
import io.interlude.fetch.repeat.KeptAnswer;
import io.interlude.fetch.repeat.Repeats;
import io.interlude.fetch.repeat.RequestKey;
import io.interlude.fetch.repeat.UnsettledException;
import io.interlude.fetch.request.FetchParameters;
import io.interlude.fetch.request.FetchRequest;
import io.interlude.fetch.request.Include;
import io.interlude.fetch.sandbox.SandboxAds;
import io.interlude.fetch.selection.Audience;
import io.interlude.fetch.selection.Decision;
import io.interlude.fetch.selection.DecisionRequest;
import io.interlude.fetch.selection.FetchDecider;
import io.interlude.fetch.selection.PreparedCatalogues;
import io.interlude.journal.append.Appending;
import io.interlude.journal.json.Json;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.server.RequestLoop;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
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
        return fetch(caller, request, Json.MAPPER.createObjectNode());
    }

    private Mono<ServerResponse> post(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, ALLOWED);
        return JsonBodies.objectOrEmpty(request, LARGEST_BODY)
                .flatMap(body -> fetch(caller, request, body));
    }

    private Mono<ServerResponse> fetch(Caller caller, ServerRequest http, ObjectNode body) {
        FetchRequest request =
                FetchParameters.read(
                        http.queryParams(), body, http.headers().firstHeader("X-Neutral-Debug"));
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
        Place place = Place.of(http);
        // What explains itself looks at all that is booked.
        Scheduler answering = request.test() ? place.sideWork() : RequestLoop.of(http);
        String key = http.headers().firstHeader("Idempotency-Key");
        if (key == null || key.isBlank() || request.test()) {
            return recorded(caller, request, null, place)
                    .publishOn(answering)
                    .flatMap(entries -> answer(request, entries));
        }
        RequestKey requestKey =
                RequestKey.of(caller, key.strip(), http.queryParams(), body, understanding.hash());
        return deciding.repeats()
                .once(
                        requestKey,
                        () ->
                                recorded(caller, request, requestKey, place)
                                        .map(entries -> kept(requestKey, entries)))
                .publishOn(answering)
                .flatMap(kept -> answers.kept(request, kept));
    }

    /// Decides, and completes when everything that was decided is durable.
    private Mono<List<FetchEntry>> recorded(
            Caller caller, FetchRequest request, @Nullable RequestKey key, Place place) {
        Mono<DecisionRequest> prepared = Mono.defer(() -> decisionRequest(caller, request));
        return (request.takesLong() ? prepared.publishOn(place.sideWork()) : prepared)
                .flatMap(decisionRequest -> {
                    Asking asking =
                            new Asking(
                                    caller,
                                    request,
                                    key,
                                    place,
                                    ContextDigest.of(request.context(), understanding.hash()),
                                    journal.partition(
                                            caller.orgId(), decisionRequest.audience().owner()));
                    return decided(asking, decisionRequest, List.of());
                })
                .flatMap(all ->
                        Mono.fromFuture(durable(all), true)
                                .onErrorMap(refusal -> unsettled(refusal, key, all))
                                .thenReturn(all.stream().map(Recorded::entry).toList()));
    }

    private static CompletableFuture<Void> durable(List<Recorded> all) {
        return all.size() == 1
                ? all.getFirst().appending().durable()
                : allOf(all, Appending::durable);
    }

    private static CompletableFuture<Void> allOf(
            List<Recorded> all, Function<Appending, CompletableFuture<?>> part) {
        return CompletableFuture.allOf(
                all.stream()
                        .map(Recorded::appending)
                        .map(part)
                        .toArray(CompletableFuture<?>[]::new));
    }

    private static Throwable unsettled(
            Throwable refusal, @Nullable RequestKey key, List<Recorded> all) {
        return key == null || refusal instanceof UnsettledException
                ? refusal
                : new UnsettledException(refusal, settled(key, all));
    }

    /// What the journal has in the end of a decision that was refused.
    private static CompletableFuture<Optional<KeptAnswer>> settled(
            RequestKey key, List<Recorded> all) {
        return allOf(all, Appending::placed)
                .handle((_, _) -> {
                    List<FetchEntry> placed =
                            all.stream()
                                    .filter(one ->
                                            !one.appending().placed().isCompletedExceptionally())
                                    .map(Recorded::entry)
                                    .toList();
                    return placed.isEmpty() ? Optional.empty() : Optional.of(kept(key, placed));
                });
    }

    private Mono<DecisionRequest> decisionRequest(Caller caller, FetchRequest request) {
        journal.requireRoom(caller.orgId());
        PreparedCatalogues catalogues = deciding.catalogues();
        return deciding.adUnits()
                .resolve(caller, request.adUnitCode(), catalogues.source(caller.orgId()))
                // Read again: making a default ad unit is a new revision.
                .flatMap(adUnit ->
                        catalogues
                                .of(caller.orgId())
                                .flatMap(catalogue ->
                                        decisionRequest(caller, request, catalogue, adUnit)));
    }

    private Mono<DecisionRequest> decisionRequest(
            Caller caller, FetchRequest request, PreparedCatalogue catalogue, AdUnit adUnit) {
        return understanding
                .reader()
                .read(request.context(), catalogue.source())
                .map(reading -> decisionRequest(caller, request, catalogue, adUnit, reading));
    }

    private DecisionRequest decisionRequest(
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
                request.test(),
                Set.of());
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
                request.consent().withheld(),
                request.turn());
    }

    /// Decides on one ad after the other, each with the places that those before it took.
    private Mono<List<Recorded>> decided(
            Asking asking, DecisionRequest decisionRequest, List<Recorded> before) {
        return deciding.decider()
                .decide(
                        decisionRequest,
                        asking.partition(),
                        decision -> commit(asking, decisionRequest, decision, before))
                .flatMap(all -> {
                    boolean isLast =
                            all.size() == before.size() || all.size() == asking.request().count();
                    return !isLast
                                    && all.getLast().entry().decision().outcome()
                                            instanceof SelectionOutcome.Served served
                            ? Mono.defer(() ->
                                            decided(
                                                    asking,
                                                    decisionRequest.besides(
                                                            served, deciding.seeds().getAsLong()),
                                                    all))
                                    .onErrorMap(fault -> unsettled(fault, asking.key(), all))
                            : Mono.just(all);
                });
    }

    /// @return those before and this one; those before alone when there is no further ad, which is
    ///   no no-fill
    private List<Recorded> commit(
            Asking asking,
            DecisionRequest decisionRequest,
            Decision decision,
            List<Recorded> before) {
        SelectionOutcome outcome = decision.outcome();
        if (!before.isEmpty() && outcome instanceof SelectionOutcome.NotServed) {
            return before;
        }
        if (decisionRequest.test()) {
            asking.place().take(outcome.explanationBytes());
        }
        FetchId fetchId =
                fetchIds.next(decisionRequest.orgId(), decisionRequest.now(), asking.partition());
        RequestKey key = asking.key();
        KeptAnswer kept =
                key == null
                        ? null
                        : new KeptAnswer(
                                key.owner(),
                                key.key(),
                                key.bodies().getFirst(),
                                outcome instanceof SelectionOutcome.Served,
                                List.of(
                                        answers.kept(
                                                asking.request(),
                                                decisionRequest.orgId(),
                                                fetchId,
                                                outcome,
                                                insight(
                                                        asking.request(),
                                                        decisionRequest,
                                                        decision))),
                                decisionRequest.now());
        FetchEntry entry =
                new FetchEntry(
                        fetchId,
                        asking.caller(),
                        decisionRequest,
                        asking.request().consent(),
                        asking.digest(),
                        decision,
                        kept);
        List<Recorded> all = new ArrayList<>(before);
        all.add(new Recorded(entry, journal.append(entry)));
        return all;
    }

    private static KeptAnswer kept(RequestKey key, List<FetchEntry> entries) {
        List<KeptAnswer> each =
                entries.stream()
                        .map(entry -> requireNonNull(entry.kept(), "recorded with a key"))
                        .toList();
        return new KeptAnswer(
                key.owner(),
                key.key(),
                key.bodies().getFirst(),
                each.getFirst().filled(),
                each.stream().flatMap(kept -> kept.parts().stream()).toList(),
                each.getFirst().at());
    }

    private Mono<ServerResponse> answer(FetchRequest request, List<FetchEntry> entries) {
        FetchEntry first = entries.getFirst();
        OrgId orgId = first.request().orgId();
        SelectionOutcome outcome = first.decision().outcome();
        if (request.count() == 1 || outcome instanceof SelectionOutcome.NotServed) {
            return answers.outcome(
                    request,
                    orgId,
                    first.fetchId(),
                    outcome,
                    insight(request, first.request(), first.decision()));
        }
        List<FetchAnswers.Ad> ads = new ArrayList<>();
        for (FetchEntry entry : entries) {
            if (entry.decision().outcome() instanceof SelectionOutcome.Served served) {
                ads.add(
                        new FetchAnswers.Ad(
                                entry.fetchId(),
                                served,
                                insight(request, entry.request(), entry.decision())));
            }
        }
        return answers.ads(request, orgId, ads);
    }

    private FetchAnswers.Insight insight(
            FetchRequest request, DecisionRequest decisionRequest, Decision decision) {
        Money expectedValue =
                request.include().contains(Include.EXPECTED_VALUE)
                        ? deciding.decider().expectedValue(decisionRequest, decision.outcome())
                        : null;
        AdReasons reasons =
                request.include().contains(Include.WHY)
                                && decision.outcome() instanceof SelectionOutcome.Served served
                        ? AdReasons.of(
                                decision.input(), served, decisionRequest.subscriber() != null)
                        : null;
        return new FetchAnswers.Insight(expectedValue, reasons);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /// A request on its way to its ads.
    ///
    /// @param key null without an `Idempotency-Key`
    /// @param place what explanations are counted by
    /// @param partition of every record of the request
    private record Asking(
            Caller caller,
            FetchRequest request,
            @Nullable RequestKey key,
            Place place,
            ContextDigest digest,
            int partition) {}

    /// A decision on its way into the journal.
    private record Recorded(FetchEntry entry, Appending appending) {}

    /// The parts that make a decision.
    ///
    /// @param seeds a fresh random seed for each decision
    /// @param repeats decisions made already
    public record Deciding(
            PreparedCatalogues catalogues,
            AdUnitResolver adUnits,
            FetchDecider decider,
            LongSupplier seeds,
            Repeats repeats) {}

    /// The reader of contexts, their hash, and the pseudonyms of subscribers.
    public record Understanding(ContextReader reader, ContextHash hash, Pseudonyms pseudonyms) {}
}
