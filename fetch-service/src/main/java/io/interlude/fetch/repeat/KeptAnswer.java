package io.interlude.fetch.repeat;

import io.interlude.web.limits.Owner;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// The answer to a fetch under an `Idempotency-Key`.
///
/// @param owner who may be answered with it
/// @param key hash of the owner and the key
/// @param body keyed hash of the request
/// @param filled whether the answer is an ad
/// @param parts the ads as JSON, best first, or why there is none
/// @param at time of the fetch
public record KeptAnswer(
        Owner owner, String key, String body, boolean filled, List<String> parts, Instant at) {
    private static final int LATIN_1_END = 256;

    public KeptAnswer {
        parts = List.copyOf(parts);
    }

    /// This answer and one more ad, unless it is there already.
    KeptAnswer and(KeptAnswer other) {
        return new KeptAnswer(
                owner,
                key,
                body,
                filled,
                Stream.concat(parts.stream(), other.parts.stream()).distinct().toList(),
                at);
    }

    /// What the texts take in memory: a letter outside of Latin-1 makes each of its text's two.
    long bytes() {
        return parts.stream()
                .mapToLong(part ->
                        part.chars().allMatch(letter -> letter < LATIN_1_END)
                                ? part.length()
                                : 2L * part.length())
                .sum();
    }
}
