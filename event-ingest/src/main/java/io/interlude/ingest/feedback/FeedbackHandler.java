package io.interlude.ingest.feedback;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.FeedbackKind;
import io.interlude.ingest.event.EventAnswers;
import io.interlude.ingest.event.EventForm;
import io.interlude.ingest.event.Submission;
import io.interlude.ingest.event.Submissions;
import io.interlude.ingest.identity.FetchIdentity;
import io.interlude.schema.EventSource;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.server.RequestLoop;
import java.time.Duration;
import java.time.Instant;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `POST /v1/feedback`: what a reader said of an ad, from the application that showed it. A body
/// that is refused is kept nowhere: it may hold what the reader wrote.
public final class FeedbackHandler implements RouteGroup {
    private static final int MAX_BODY_BYTES = 64 * 1_024;
    private static final String MESSAGE_ID = "messageId";
    private static final String KIND = "kind";

    private final Submissions submissions;
    private final FetchIdentity identity;
    private final Duration window;
    private final FeedbackRecorder recorder;

    /// @param window for how long after its fetch something can be said of an ad: the aggregator
    ///   forgets the fetch then
    public FeedbackHandler(
            Submissions submissions,
            FetchIdentity identity,
            Duration window,
            FeedbackRecorder recorder) {
        this.submissions = submissions;
        this.identity = identity;
        this.window = window;
        this.recorder = recorder;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/v1/feedback", this::report);
    }

    private Mono<ServerResponse> report(ServerRequest request) {
        Submission submission = submissions.read(request, EventForm.API);
        return JsonBodies.objectOfAnyNumbers(request, MAX_BODY_BYTES)
                .map(body -> feedback(body, submission))
                .flatMap(recorder::record)
                // Off the journal's own thread, which every other append waits for.
                .publishOn(RequestLoop.of(request))
                .flatMap(EventAnswers::answer);
    }

    private Feedback feedback(ObjectNode body, Submission submission) {
        return new Feedback(
                submission.caller().orgId(),
                submission.caller().applicationId(),
                submission.caller().keyId(),
                fetch(body, submission),
                kind(body.path(KIND)),
                EventSource.api,
                submission.receivedAt());
    }

    private FetchId fetch(ObjectNode body, Submission submission) {
        JsonNode value = body.path(MESSAGE_ID);
        Instant oldest = submission.receivedAt().minus(window);
        return identity.prove(
                        value.isString() ? value.stringValue() : "", submission.caller().orgId())
                .filter(fetchId -> !fetchId.madeAt().isBefore(oldest))
                .orElseThrow(() ->
                        Problem.ofField(
                                        Reason.UNKNOWN_FETCH,
                                        MESSAGE_ID,
                                        "messageId must be the messageId of one of your org's"
                                                + " fetches of the last "
                                                + window.toDays()
                                                + " days.")
                                .exception());
    }

    /// The kind that the value names.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `invalid_event_data` if it names none
    static FeedbackKind kind(JsonNode value) {
        return FeedbackKind.named(value.isString() ? value.stringValue() : "")
                .orElseThrow(() ->
                        Problem.ofField(
                                        Reason.INVALID_EVENT_DATA,
                                        KIND,
                                        "kind must be hide, not_relevant, offensive or"
                                                + " repetitive.")
                                .exception());
    }
}
