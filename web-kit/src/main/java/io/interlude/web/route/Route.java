package io.interlude.web.route;

import io.interlude.web.limits.Share;
import io.interlude.web.refusal.RefusalFunction;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/// One route: what answers a method on the paths of a pattern, how it says no, and whose share of
/// the process's concurrency it takes.
public record Route(
        HttpMethod method,
        String pattern,
        HandlerFunction<ServerResponse> handler,
        RefusalFunction refusals,
        Share share) {
    Route(
            HttpMethod method,
            String pattern,
            HandlerFunction<ServerResponse> handler,
            RefusalFunction refusals) {
        this(method, pattern, handler, refusals, Share.of(pattern));
    }
}
