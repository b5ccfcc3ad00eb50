package io.interlude.ingest.event;

import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// Turns outcomes into answers for clients.
public final class EventAnswers {
    private static final Map<String, String> NO_STORE = Map.of("Cache-Control", "no-store");

    private EventAnswers() {}

    public static Mono<ServerResponse> answer(EventOutcome outcome) {
        return switch (outcome) {
            case EventOutcome.Recorded(UUID eventId) -> created(eventId);
            case EventOutcome.Discarded(UUID eventId) -> created(eventId);
            case EventOutcome.Declined(Problem problem) -> Answers.problem(problem);
        };
    }

    /// One line of a batch's results.
    static Map<String, Object> result(EventOutcome outcome) {
        return switch (outcome) {
            case EventOutcome.Recorded(UUID eventId) -> createdResult(eventId);
            case EventOutcome.Discarded(UUID eventId) -> createdResult(eventId);
            case EventOutcome.Declined(Problem problem) -> problemResult(problem);
        };
    }

    static Map<String, Object> problemResult(Problem problem) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("status", problem.reason().status());
        result.put("reason", problem.reason().wireName());
        result.put("description", problem.description());
        result.putAll(problem.fields());
        return result;
    }

    private static Map<String, Object> createdResult(UUID eventId) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("status", 201);
        result.put("eventId", eventId.toString());
        return result;
    }

    private static Mono<ServerResponse> created(UUID eventId) {
        byte[] body = ("{\"eventId\":\"" + eventId + "\"}").getBytes(StandardCharsets.UTF_8);
        return Answers.bytes(201, MediaType.APPLICATION_JSON_VALUE, body, NO_STORE);
    }
}
