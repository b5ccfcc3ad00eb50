package io.interlude.ingest.event;

import io.interlude.web.answer.Answers;
import io.interlude.web.answer.EventsBody;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.server.RequestLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/events`: several events at once, each with its own result.
public final class EventBatchHandler implements RouteGroup {
    static final int MAX_BODY_BYTES = 1024 * 1024;
    static final int MAX_EVENTS = 500;

    /// Events that are judged and recorded on the connection's event loop at most, where fetches of
    /// others wait meanwhile.
    static final int MOST_ON_LOOP = 16;

    private static final String EVENTS = "events";

    private final Submissions submissions;
    private final EventRecorder recorder;

    public EventBatchHandler(Submissions submissions, EventRecorder recorder) {
        this.submissions = submissions;
        this.recorder = recorder;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/v1/events", this::report);
    }

    private Mono<ServerResponse> report(ServerRequest request) {
        Submission submission = submissions.read(request, EventForm.BATCH);
        return JsonBodies.events(request, MAX_BODY_BYTES, EVENTS, MAX_EVENTS)
                .flatMap(body -> placed(body, request))
                .flatMap(body -> Mono.fromFuture(record(body, submission), true))
                .doOnError(
                        ProblemException.class,
                        refusal -> recorder.unreadable(refusal.problem(), submission))
                // Off the journal's own thread, which every other append waits for.
                .publishOn(RequestLoop.of(request))
                .flatMap(results -> Answers.json(200, Map.of("results", results)));
    }

    private static Mono<EventsBody> placed(EventsBody body, ServerRequest request) {
        Mono<EventsBody> here = Mono.just(body);
        return body.json().path(EVENTS).size() > MOST_ON_LOOP
                ? here.publishOn(Place.of(request).sideWork())
                : here;
    }

    private static ArrayNode events(ObjectNode body) {
        if (body.get(EVENTS) instanceof ArrayNode events
                && !events.isEmpty()
                && events.size() <= MAX_EVENTS) {
            return events;
        }
        throw outOfBounds();
    }

    private CompletableFuture<List<Map<String, Object>>> record(
            EventsBody body, Submission submission) {
        ArrayNode events = events(body.json());
        submissions.chargeBatch(submission, events.size());
        BatchParts parts = new BatchParts();
        List<CompletableFuture<Map<String, Object>>> results = new ArrayList<>(events.size());
        for (int place = 0; place < events.size(); place++) {
            JsonNode event = events.get(place);
            results.add(
                    body.leftOut().contains(place)
                            ? refused(beyondLimits(), submission)
                            : result(event, parts.of(event, submission)));
        }
        return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenApply(_ -> results.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<Map<String, Object>> result(JsonNode event, Submission submission) {
        if (event instanceof ObjectNode body) {
            return recorder.record(body, submission).thenApply(EventAnswers::result);
        }
        return refused(notAnObject(), submission);
    }

    private CompletableFuture<Map<String, Object>> refused(Problem problem, Submission submission) {
        recorder.unreadable(problem, submission);
        return CompletableFuture.completedFuture(EventAnswers.problemResult(problem));
    }

    private static Problem beyondLimits() {
        return Problem.of(
                Reason.INVALID_EVENT_DATA,
                "The event is beyond a limit: send fewer values and names, less deep, and shorter ones.");
    }

    private static Problem notAnObject() {
        return Problem.of(Reason.INVALID_REQUEST, "The event is not a JSON object.");
    }

    private static ProblemException outOfBounds() {
        return Problem.ofField(
                        Reason.INVALID_EVENT_DATA,
                        EVENTS,
                        "events must be an array of 1 to 500 events.")
                .exception();
    }
}
