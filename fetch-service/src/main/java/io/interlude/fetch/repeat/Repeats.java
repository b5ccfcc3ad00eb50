package io.interlude.fetch.repeat;

import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Decides a request under an `Idempotency-Key` once, and answers its repeats with what it was
/// answered with. Safe for use by many threads.
///
/// The truth is the journal: the record of a fetch has the key and the answer. What this process
/// recorded is remembered; the rest is read from the journal before a key is taken for new.
public final class Repeats {
    /// How long a key is remembered.
    public static final Duration KEPT = Duration.ofHours(24);

    /// Answers in memory, about one kilobyte each. Beyond it the oldest is forgotten.
    static final int MOST = 50_000;

    private final AnswerHistory history;
    private final InstantSource clock;
    private final Map<String, Kept> keyToKept = new LinkedHashMap<>();

    public Repeats(AnswerHistory history, InstantSource clock) {
        this.history = history;
        this.clock = clock;
    }

    /// The answer under this key. A failure is nobody's answer: the next repeat decides again.
    ///
    /// @param decide records the decision and completes when it is durable; called for the first
    ///   request only, and not cancelled with it
    /// @return fails with [io.interlude.web.refusal.ProblemException] `idempotency_conflict` when
    ///   the key came with another request
    public Mono<KeptAnswer> once(RequestKey key, Supplier<Mono<KeptAnswer>> decide) {
        return Mono.fromFuture(() -> history.read(this::remember), true)
                .then(Mono.fromFuture(() -> answer(key, decide), true));
    }

    private CompletableFuture<KeptAnswer> answer(
            RequestKey key, Supplier<Mono<KeptAnswer>> decide) {
        CompletableFuture<KeptAnswer> mine = new CompletableFuture<>();
        synchronized (this) {
            forget();
            Kept known = keyToKept.get(key.key());
            if (known != null && !known.isOver(clock)) {
                return known.of(key);
            }
            keyToKept.put(key.key(), new Kept(key.bodies().getFirst(), clock.millis(), mine, null));
        }
        decide.get()
                .subscribe(
                        mine::complete,
                        failure -> {
                            drop(key);
                            mine.completeExceptionally(failure);
                        });
        return mine;
    }

    /// Takes in what the journal has. Each ad of an answer is a record of its own.
    private synchronized void remember(KeptAnswer answer) {
        Kept known = keyToKept.get(answer.key());
        if (known != null && !known.isOver(clock)) {
            KeptAnswer before = known.read();
            if (before != null && before.body().equals(answer.body())) {
                keyToKept.put(answer.key(), Kept.of(before.and(answer)));
            }
            return;
        }
        Kept kept = Kept.of(answer);
        if (!kept.isOver(clock)) {
            keyToKept.put(answer.key(), kept);
            forget();
        }
    }

    private synchronized void drop(RequestKey key) {
        keyToKept.remove(key.key());
    }

    private void forget() {
        Iterator<Kept> oldest = keyToKept.values().iterator();
        while (oldest.hasNext()) {
            if (!oldest.next().isOver(clock) && keyToKept.size() <= MOST) {
                return;
            }
            oldest.remove();
        }
    }

    /// @param body keyed hash of the first request under its key
    /// @param read what the journal has of it; null for a request of this process
    private record Kept(
            String body,
            long atMillis,
            CompletableFuture<KeptAnswer> answer,
            @Nullable KeptAnswer read) {
        static Kept of(KeptAnswer read) {
            return new Kept(
                    read.body(),
                    read.at().toEpochMilli(),
                    CompletableFuture.completedFuture(read),
                    read);
        }

        boolean isOver(InstantSource clock) {
            return clock.millis() - atMillis >= KEPT.toMillis();
        }

        CompletableFuture<KeptAnswer> of(RequestKey repeat) {
            if (!repeat.bodies().contains(body)) {
                return CompletableFuture.failedFuture(
                        Problem.of(
                                        Reason.IDEMPOTENCY_CONFLICT,
                                        "The Idempotency-Key was used for another request: take a"
                                                + " new one.")
                                .exception());
            }
            return answer;
        }
    }
}
