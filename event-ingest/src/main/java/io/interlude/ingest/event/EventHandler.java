package io.interlude.ingest.event;

import io.interlude.web.answer.JsonBodies;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.server.RequestLoop;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `POST /v1/event` and `POST /v1/event/offlineConversion`.
public final class EventHandler implements RouteGroup {
    public static final int MAX_BODY_BYTES = 64 * 1024;

    private final Submissions submissions;
    private final EventRecorder recorder;

    public EventHandler(Submissions submissions, EventRecorder recorder) {
        this.submissions = submissions;
        this.recorder = recorder;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/v1/event", request -> report(request, EventForm.API))
                .handle(
                        HttpMethod.POST,
                        "/v1/event/offlineConversion",
                        request -> report(request, EventForm.OFFLINE));
    }

    private Mono<ServerResponse> report(ServerRequest request, EventForm form) {
        Submission submission = submissions.read(request, form);
        return JsonBodies.event(request, MAX_BODY_BYTES)
                .doOnError(
                        ProblemException.class,
                        refusal -> recorder.unreadable(refusal.problem(), submission))
                .flatMap(body -> Mono.fromFuture(recorder.record(body, submission), true))
                // Off the journal's own thread, which every other append waits for.
                .publishOn(RequestLoop.of(request))
                .flatMap(EventAnswers::answer);
    }
}
