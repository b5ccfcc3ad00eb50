package io.interlude.ingest.redrive;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.ingest.event.EventAnswers;
import io.interlude.ingest.event.EventHandler;
import io.interlude.ingest.event.EventOutcome;
import io.interlude.ingest.event.EventRecorder;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.rejected.KeptRejection;
import io.interlude.journal.rejected.RejectedJournal;
import io.interlude.journal.rejected.RejectionId;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.SideWork;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/journal/rejected/{id}:redrive`: sends a refused event again, corrected or as it was,
/// and answers as the event endpoint does.
public final class RedriveHandler implements RouteGroup {
    private static final Set<KeyKind> MANAGERS = Set.of(KeyKind.MGMT);

    private final Authenticator authenticator;
    private final RejectedJournal journal;
    private final EventRecorder recorder;
    private final EventIds eventIds;
    private final InstantSource clock;
    private final Duration window;

    /// @param window for how long after its receipt, and after its fetch, an event may be sent
    ///   again
    public RedriveHandler(
            Authenticator authenticator,
            RejectedJournal journal,
            EventRecorder recorder,
            EventIds eventIds,
            InstantSource clock,
            Duration window) {
        this.authenticator = authenticator;
        this.journal = journal;
        this.recorder = recorder;
        this.eventIds = eventIds;
        this.clock = clock;
        this.window = window;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/v1/journal/rejected/{id}:redrive", this::redrive);
    }

    private Mono<ServerResponse> redrive(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, MANAGERS);
        RejectionId id =
                RejectionId.parse(request.pathVariable("id")).orElseThrow(RedriveHandler::notFound);
        return JsonBodies.objectOrEmpty(request, EventHandler.MAX_BODY_BYTES)
                .flatMap(correction ->
                        find(id, caller).flatMap(found -> record(found, correction, caller)))
                // Off the journal's own thread, which every other append waits for.
                .publishOn(SideWork.of(caller.orgId().value()))
                .flatMap(EventAnswers::answer);
    }

    private Mono<KeptRejection> find(RejectionId id, Caller caller) {
        return Mono.fromFuture(() -> journal.find(caller.orgId(), id))
                .map(found ->
                        found.filter(kept -> kept.event().getOrgId().equals(caller.orgId().value()))
                                .orElseThrow(RedriveHandler::notFound));
    }

    private Mono<EventOutcome> record(KeptRejection found, ObjectNode correction, Caller caller) {
        Redrive redrive =
                Redrive.of(found.event(), correction, caller, eventIds, clock.instant(), window);
        return Mono.fromFuture(
                recorder.recordAgain(redrive.body(), redrive.submission(), redrive.eventId()),
                true);
    }

    private static ProblemException notFound() {
        return Problem.of(Reason.NOT_FOUND, "Your org has no refused event with this id.")
                .exception();
    }
}
