package io.interlude.agent;

import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Resources that one call makes, one after another, as drafts where nothing else is said. When a
/// part is refused, those made before it can be archived again, the latest first, so that a refused
/// order leaves nothing behind. Used by one call.
public final class DraftBooking {
    private final ApiClient api;
    private final ApiCaller caller;
    private final List<String> made = new ArrayList<>();

    public DraftBooking(ApiClient api, ApiCaller caller) {
        this.api = api;
        this.caller = caller;
    }

    /// Makes a part as a draft. Fails with [RefusedPart].
    ///
    /// @param section of the management interface, `line-items`
    /// @param place where the part stands in the arguments
    public Mono<ApiAnswer> make(String section, String place, ObjectNode part) {
        return makeAs("draft", section, place, part);
    }

    /// The same in another status.
    public Mono<ApiAnswer> makeAs(String status, String section, String place, ObjectNode part) {
        String path = "/v1/manage/" + section;
        ObjectNode whole = part.put("status", status);
        return Mono.defer(() -> api.call(caller, ApiRequest.post(path + "?strict=true", whole)))
                .flatMap(answer -> {
                    if (answer.isRefusal()) {
                        return Mono.error(new RefusedPart(at(place, answer)));
                    }
                    made.addFirst(path + '/' + answer.body().path("id").asString());
                    return Mono.just(answer);
                });
    }

    /// What cannot be archived stays a draft.
    public Mono<Void> takeBack() {
        return Flux.fromIterable(made)
                .concatMap(path ->
                        api.call(caller, ApiRequest.delete(path)).onErrorResume(_ -> Mono.empty()))
                .then();
    }

    /// The refusal with its paths as they are in the tool's arguments.
    private static ApiAnswer at(String place, ApiAnswer refusal) {
        ObjectNode body = refusal.body().deepCopy();
        if (body.has("field")) {
            body.put("field", place + '.' + body.path("field").asString());
        }
        for (JsonNode violation : body.path("violations")) {
            String path = violation.path("path").asString();
            ((ObjectNode) violation).put("path", path.isEmpty() ? place : place + '.' + path);
        }
        return new ApiAnswer(refusal.status(), body);
    }

    /// A part was refused.
    public static final class RefusedPart extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient ApiAnswer answer;

        RefusedPart(ApiAnswer answer) {
            super("refused", null, false, false);
            this.answer = answer;
        }

        /// The refusal, with the place of the part in its paths.
        public ApiAnswer answer() {
            return answer;
        }
    }
}
