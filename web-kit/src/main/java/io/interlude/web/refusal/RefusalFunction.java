package io.interlude.web.refusal;

import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// The form in which a route says no.
@FunctionalInterface
public interface RefusalFunction {
    Mono<ServerResponse> refuse(Problem problem);
}
