package io.interlude.fetch.repeat;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A key that a request came with. Not safe for use by many threads: [Repeats] holds its lock.
final class KeptKey {
    private final String key;
    private final String body;
    private final long atMillis;
    private final boolean read;
    private @Nullable CompletableFuture<KeptAnswer> answer;
    private int parts = 1;
    private long bytes;

    /// @param body keyed hash of the first request under the key
    /// @param atMillis when that came, or was decided
    /// @param read whether the journal told of it; else it is a request of this process
    KeptKey(
            String key,
            String body,
            long atMillis,
            boolean read,
            CompletableFuture<KeptAnswer> answer) {
        this.key = key;
        this.body = body;
        this.atMillis = atMillis;
        this.read = read;
        this.answer = answer;
    }

    String key() {
        return key;
    }

    String body() {
        return body;
    }

    long atMillis() {
        return atMillis;
    }

    boolean read() {
        return read;
    }

    /// How many records the answer has.
    int parts() {
        return parts;
    }

    void hasParts(int known) {
        parts = known;
    }

    void hasOneMorePart() {
        parts++;
    }

    /// Null when only the journal has it.
    @Nullable CompletableFuture<KeptAnswer> answer() {
        return answer;
    }

    /// One that is not there yet, and holds no memory yet.
    void awaits(CompletableFuture<KeptAnswer> later) {
        answer = later;
    }

    void keeps(KeptAnswer known, long knownBytes) {
        answer = CompletableFuture.completedFuture(known);
        bytes = knownBytes;
    }

    /// From now on only the journal has it.
    ///
    /// @return the bytes that it held
    long forgetAnswer() {
        long held = bytes;
        answer = null;
        bytes = 0;
        return held;
    }
}
