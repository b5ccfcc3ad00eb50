package io.interlude.ingest.pixel;

import io.interlude.ingest.event.EventForm;
import io.interlude.ingest.event.EventOutcome;
import io.interlude.ingest.event.EventRecorder;
import io.interlude.ingest.event.Submissions;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.server.RequestLoop;
import java.util.Base64;
import java.util.Map;
import org.springframework.http.HttpMethod;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `GET /v1/event`: the conversion pixel. A browser shows the answer, so it is an image whatever
/// went wrong; the reason is in a header.
public final class PixelHandler implements RouteGroup {
    static final String REASON_HEADER = "X-Interlude-Reason";
    static final String SANDBOX = "sandbox";

    /// A transparent GIF of one pixel.
    private static final byte[] GIF =
            Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

    private static final String CACHE_CONTROL = "Cache-Control";
    private static final String NO_STORE = "no-store";

    private final Submissions submissions;
    private final EventRecorder recorder;

    public PixelHandler(Submissions submissions, EventRecorder recorder) {
        this.submissions = submissions;
        this.recorder = recorder;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/event", this::show, PixelHandler::imageWithout);
    }

    private Mono<ServerResponse> show(ServerRequest request) {
        return Mono.defer(() -> record(request))
                .publishOn(RequestLoop.of(request))
                .flatMap(PixelHandler::image)
                .onErrorResume(ProblemException.class, refusal -> imageWithout(refusal.problem()));
    }

    private Mono<EventOutcome> record(ServerRequest request) {
        return Mono.fromFuture(
                recorder.record(
                        body(request.queryParams()), submissions.read(request, EventForm.PIXEL)),
                true);
    }

    /// The query in the shape of an offline conversion, so that both are checked alike. An empty
    /// parameter counts as missing: tag managers send those.
    private static ObjectNode body(MultiValueMap<String, String> query) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        copy(query, "name", data);
        copy(query, "value", data);
        copy(query, "cur", data);
        copy(query, "orderId", data);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        copy(query, "messageId", body);
        body.set("eventData", data);
        return body;
    }

    private static void copy(
            MultiValueMap<String, String> query, String parameter, ObjectNode target) {
        String value = query.getFirst(parameter);
        if (value != null && !value.isBlank()) {
            target.put(parameter, value.strip());
        }
    }

    private static Mono<ServerResponse> image(EventOutcome outcome) {
        return switch (outcome) {
            case EventOutcome.Recorded _ -> image(Map.of(CACHE_CONTROL, NO_STORE));
            case EventOutcome.Discarded _ -> imageWithout(SANDBOX);
            case EventOutcome.Declined(Problem problem) -> imageWithout(problem);
        };
    }

    private static Mono<ServerResponse> imageWithout(Problem problem) {
        return imageWithout(problem.reason().wireName());
    }

    private static Mono<ServerResponse> imageWithout(String reason) {
        return image(Map.of(CACHE_CONTROL, NO_STORE, REASON_HEADER, reason));
    }

    private static Mono<ServerResponse> image(Map<String, String> headers) {
        return Answers.bytes(200, "image/gif", GIF, headers);
    }
}
