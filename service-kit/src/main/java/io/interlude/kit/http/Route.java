package io.interlude.kit.http;

import io.interlude.kit.limits.Share;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/// One route: what answers a method on the paths of a pattern, how it says no, and whose share of
/// the process's concurrency it takes.
record Route(
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
