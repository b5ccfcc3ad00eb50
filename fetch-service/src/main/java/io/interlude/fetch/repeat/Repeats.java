package io.interlude.fetch.repeat;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Pool;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/// Decides a request under an `Idempotency-Key` once, and answers its repeats with what it was
/// answered with. Safe for use by many threads.
///
/// The truth is the journal: the record of a fetch has the key and the answer. What this process
/// recorded is remembered; the rest is read from the journal before a key is taken for new. An
/// owner past its share of the memory loses its own oldest answers, whose repeats have them looked
/// up in the journal, and past that of keys its own oldest keys.
public final class Repeats {
    /// How long a key is remembered.
    public static final Duration KEPT = Duration.ofHours(24);

    /// Of keys and of answers; `docs/operations/what-memory-is-for.md` has the sum.
    static final long MOST_KEY_BYTES = 25L << 20;

    static final long MOST_ANSWER_BYTES = 15L << 20;

    /// Answers of one owner that are looked up in the journal at once.
    private static final int MOST_LOOK_UPS = 4;

    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);

    /// A repeat's wait for the first request, or for what may have become of it.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final AnswerHistory history;
    private final InstantSource clock;
    private final Pool keyMemory;
    private final Pool answerMemory;
    private final Map<Owner, OwnersKeys> ownerToKeys = new HashMap<>();
    private long sweptMillis;

    public Repeats(AnswerHistory history, InstantSource clock) {
        this(history, clock, new Pool(MOST_KEY_BYTES), new Pool(MOST_ANSWER_BYTES));
    }

    Repeats(AnswerHistory history, InstantSource clock, Pool keyMemory, Pool answerMemory) {
        this.history = history;
        this.clock = clock;
        this.keyMemory = keyMemory;
        this.answerMemory = answerMemory;
    }

    /// The answer under this key. A failure is nobody's answer: the next repeat decides again.
    /// After an [UnsettledException] it does so only once the journal has nothing of the decision.
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
        CompletableFuture<KeptAnswer> told = new CompletableFuture<>();
        OwnersKeys keys;
        KeptKey kept;
        boolean known;
        synchronized (this) {
            sweep();
            keys = keys(key.owner());
            KeptKey before = keys.get(key.key());
            known = before != null;
            if (before == null) {
                kept = new KeptKey(key.key(), key.bodies().getFirst(), clock.millis(), false, mine);
                keys.add(kept);
            } else if (!key.bodies().contains(before.body())) {
                return CompletableFuture.failedFuture(conflict());
            } else if (before.answer() != null) {
                return inTime(before.answer());
            } else if (keys.lookUps == MOST_LOOK_UPS) {
                return CompletableFuture.failedFuture(
                        new StateUnavailableException("earlier answers are being looked up"));
            } else {
                kept = before;
                kept.awaits(mine);
                keys.lookUps++;
            }
        }
        (known ? lookedUp(key.owner(), keys, kept) : decide.get())
                .subscribe(
                        answer -> {
                            keep(keys, kept, answer);
                            mine.complete(answer);
                            told.complete(answer);
                        },
                        failure -> {
                            if (failure instanceof UnsettledException unsettled) {
                                settle(unsettled, keys, kept, mine);
                                told.completeExceptionally(unsettled.refusal());
                            } else {
                                drop(keys, kept, known);
                                mine.completeExceptionally(failure);
                                told.completeExceptionally(failure);
                            }
                        });
        return told;
    }

    private void settle(
            UnsettledException unsettled,
            OwnersKeys keys,
            KeptKey kept,
            CompletableFuture<KeptAnswer> repeated) {
        var _ =
                unsettled
                        .settled()
                        .whenComplete((found, _) -> {
                            if (found != null && found.isPresent()) {
                                keep(keys, kept, found.get());
                                repeated.complete(found.get());
                            } else {
                                drop(keys, kept, false);
                                repeated.completeExceptionally(unsettled.refusal());
                            }
                        });
    }

    private static CompletableFuture<KeptAnswer> inTime(CompletableFuture<KeptAnswer> answer) {
        return answer.isDone()
                ? answer
                : answer.copy()
                        .orTimeout(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)
                        .exceptionallyCompose(cause ->
                                CompletableFuture.failedFuture(
                                        cause instanceof TimeoutException
                                                ? new StateUnavailableException(
                                                        "the first request is not settled", cause)
                                                : cause));
    }

    private Mono<KeptAnswer> lookedUp(Owner owner, OwnersKeys keys, KeptKey kept) {
        return Mono.fromFuture(() ->
                        history.find(
                                owner,
                                kept.key(),
                                Instant.ofEpochMilli(kept.atMillis()),
                                kept.parts()))
                .doFinally(_ -> {
                    synchronized (this) {
                        keys.lookUps--;
                    }
                });
    }

    private static RuntimeException conflict() {
        return Problem.of(
                        Reason.IDEMPOTENCY_CONFLICT,
                        "The Idempotency-Key was used for another request: take a new one.")
                .exception();
    }

    /// Takes in what the journal has. Each ad of an answer is a record of its own.
    private synchronized void remember(KeptAnswer answer) {
        if (isOver(answer.at().toEpochMilli())) {
            return;
        }
        OwnersKeys keys = keys(answer.owner());
        KeptKey known = keys.get(answer.key());
        if (known == null) {
            KeptKey kept =
                    new KeptKey(
                            answer.key(),
                            answer.body(),
                            answer.at().toEpochMilli(),
                            true,
                            CompletableFuture.completedFuture(answer));
            keys.add(kept);
            keys.keep(kept, answer);
        } else if (known.read() && known.body().equals(answer.body())) {
            CompletableFuture<KeptAnswer> before = known.answer();
            if (before == null || !before.isDone()) {
                // It is found with the others.
                known.hasOneMorePart();
            } else {
                keys.keep(known, before.join().and(answer));
            }
        }
    }

    private synchronized void keep(OwnersKeys keys, KeptKey kept, KeptAnswer answer) {
        keys.keep(kept, answer);
    }

    /// @param known whether the journal has an answer, which the next repeat may find
    private synchronized void drop(OwnersKeys keys, KeptKey kept, boolean known) {
        if (known) {
            keys.forgetAnswer(kept);
        } else {
            keys.remove(kept);
        }
    }

    private OwnersKeys keys(Owner owner) {
        OwnersKeys keys =
                ownerToKeys.computeIfAbsent(
                        owner, _ -> new OwnersKeys(owner, keyMemory, answerMemory, this::isOver));
        var _ = keys.removeOver();
        return keys;
    }

    /// Of owners that send no more.
    private void sweep() {
        if (clock.millis() - sweptMillis >= BETWEEN_SWEEPS.toMillis()) {
            sweptMillis = clock.millis();
            ownerToKeys.values().removeIf(OwnersKeys::removeOver);
        }
    }

    private boolean isOver(long atMillis) {
        return clock.millis() - atMillis >= KEPT.toMillis();
    }
}
