package io.interlude.ingest.correction;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.append.JournalEntry;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.Place;
import io.interlude.web.limits.SideWork;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongConsumer;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `POST /v1/corrections`: takes events back. Once the answer is there, every count follows. `GET`
/// lists what was taken back.
public final class CorrectionHandler implements RouteGroup {
    private static final Set<KeyKind> MANAGERS = Set.of(KeyKind.MGMT);
    private static final Set<KeyKind> READERS = Set.of(KeyKind.MGMT, KeyKind.READ);
    private static final String PATH = "/v1/corrections";
    private static final int MAX_BODY_BYTES = 64 * 1024;
    private static final String SUBJECT = "correction";

    private final Authenticator authenticator;
    private final CorrectionSearch search;
    private final EventSink sink;
    private final EventIds eventIds;
    private final InstantSource clock;
    private final Counter corrected;

    public CorrectionHandler(
            Authenticator authenticator,
            CorrectionSearch search,
            EventSink sink,
            InstantSource clock,
            MeterRegistry meters) {
        this.authenticator = authenticator;
        this.search = search;
        this.sink = sink;
        this.eventIds = new EventIds();
        this.clock = clock;
        corrected = meters.counter("interlude.ingest.corrections");
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, PATH, this::correct)
                .handle(HttpMethod.GET, PATH, this::list);
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, READERS);
        PastCorrections.Wanted wanted = PastCorrections.Wanted.of(request.queryParams());
        LongConsumer memory = Place.of(request)::take;
        return Mono.fromFuture(() -> search.past().page(caller.orgId(), wanted, memory))
                .onErrorMap(CorrectionHandler::refusal)
                .publishOn(SideWork.of(caller.orgId().value()))
                .flatMap(page -> Answers.json(200, page));
    }

    private Mono<ServerResponse> correct(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, MANAGERS);
        Instant now = clock.instant();
        LongConsumer memory = Place.of(request)::take;
        return JsonBodies.object(request, MAX_BODY_BYTES)
                .map(body -> CorrectionRequestCodec.read(body, now, search.window()))
                .flatMap(correction ->
                        Mono.fromFuture(() ->
                                        search.find(
                                                caller.orgId(),
                                                correction.selection(),
                                                now,
                                                memory))
                                .flatMap(found ->
                                        Mono.fromFuture(
                                                append(correction, found, caller, now), true))
                                .onErrorMap(CorrectionHandler::refusal))
                // Off the journal's own thread, which every other append waits for.
                .publishOn(SideWork.of(caller.orgId().value()))
                .flatMap(answer -> Answers.json(answer.status(), answer.body()));
    }

    private CompletableFuture<Answer> append(
            CorrectionRequest correction,
            CorrectionSearch.Outcome found,
            Caller caller,
            Instant now) {
        boolean appends = !correction.dryRun() && !found.events().isEmpty();
        Map<String, Object> body = new LinkedHashMap<>();
        String correctionId = eventIds.next(now).toString();
        if (appends) {
            body.put("correctionId", correctionId);
        }
        body.put("dryRun", correction.dryRun());
        body.put("events", found.events().size());
        body.put("eventTypes", eventTypes(found));
        body.put("alreadyCorrected", found.alreadyTakenBack().size());
        body.put("unknownEventIds", found.unknownIds().stream().sorted().toList());
        if (!appends) {
            return CompletableFuture.completedFuture(new Answer(200, body));
        }
        CompletableFuture<?>[] appended =
                found.events().values().stream()
                        .map(draft -> append(draft, correctionId, correction, caller, now))
                        .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(appended)
                .thenApply(_ -> {
                    corrected.increment(appended.length);
                    return new Answer(201, body);
                });
    }

    private CompletableFuture<Void> append(
            CorrectionSearch.Draft draft,
            String correctionId,
            CorrectionRequest correction,
            Caller caller,
            Instant now) {
        CorrectionRecorded event = draft.record();
        CorrectionCodec.complete(
                event,
                eventIds.derive(caller.orgId(), SUBJECT, event.getCorrectedEventId()),
                correctionId,
                correction.reason(),
                caller,
                now);
        return sink.append(
                new JournalEntry<>(
                        Topics.CORRECTIONS, draft.partition(), event.getFetchId(), event));
    }

    private static Map<String, Integer> eventTypes(CorrectionSearch.Outcome found) {
        Map<String, Integer> typeToCount = new TreeMap<>();
        found.events()
                .values()
                .forEach(draft ->
                        typeToCount.merge(
                                draft.record().getEventType().toString(), 1, Integer::sum));
        return typeToCount;
    }

    private static Throwable refusal(Throwable cause) {
        return switch (cause) {
            case CompletionException wrapped when wrapped.getCause() != null ->
                    refusal(wrapped.getCause());
            case StateUnavailableException _ ->
                    Problem.of(
                                    Reason.STATE_UNAVAILABLE,
                                    "The journal cannot be searched now: try again, or name fewer"
                                            + " or later events.")
                            .withHeader("Retry-After", "1")
                            .exception();
            default -> cause;
        };
    }

    private record Answer(int status, Map<String, Object> body) {}
}
