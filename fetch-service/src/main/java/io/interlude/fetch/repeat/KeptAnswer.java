package io.interlude.fetch.repeat;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// What a fetch under an `Idempotency-Key` was answered with.
///
/// @param key hash of the org and the key
/// @param body keyed hash of the request
/// @param filled whether the answer is an ad
/// @param parts the ads as JSON, best first, or why there is none
/// @param at time of the fetch
public record KeptAnswer(String key, String body, boolean filled, List<String> parts, Instant at) {
    public KeptAnswer {
        parts = List.copyOf(parts);
    }

    /// This answer and one more ad, unless it is there already.
    KeptAnswer and(KeptAnswer other) {
        return new KeptAnswer(
                key,
                body,
                filled,
                Stream.concat(parts.stream(), other.parts.stream()).distinct().toList(),
                at);
    }
}
