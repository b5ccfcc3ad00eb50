package io.interlude.ingest.feedback;

import reactor.core.publisher.Mono;

/// Tells when what a reader has hidden holds for the next fetch.
public interface HideEffect {
    /// No ads are decided on in this process.
    HideEffect NONE = _ -> Mono.empty();

    /// Completes, never with an error, once all feedback that the partition has now is applied, or
    /// when that takes too long.
    Mono<Void> when(int partition);
}
