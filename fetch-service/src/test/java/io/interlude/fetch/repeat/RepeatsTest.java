package io.interlude.fetch.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Pool;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class RepeatsTest {
    private static final Instant START = Instant.parse("2026-06-10T12:00:00Z");

    private static final Owner ACME = Owner.org("acme");

    private final List<KeptAnswer> journal = new ArrayList<>();
    private Instant now = START;
    private boolean readable = true;
    private int decided;
    private int lookedUp;
    private Pool answerMemory = new Pool(Repeats.MOST_ANSWER_BYTES);
    private Repeats repeats = new Repeats(new Journal(), () -> now);

    private static RequestKey key(String key, String... bodies) {
        return key(ACME, key, bodies);
    }

    private static RequestKey key(Owner owner, String key, String... bodies) {
        return new RequestKey(owner, owner + key, List.of(bodies));
    }

    private KeptAnswer once(RequestKey key) {
        return repeats.once(key, () -> Mono.fromSupplier(() -> decide(key)))
                .blockOptional()
                .orElseThrow();
    }

    private KeptAnswer decide(RequestKey key) {
        decided++;
        return answer(key, "{\"ad\":" + decided + "}", now);
    }

    private static KeptAnswer answer(RequestKey key, String json, Instant at) {
        return new KeptAnswer(
                key.owner(), key.key(), key.bodies().getFirst(), true, List.of(json), at);
    }

    @Test
    void aRepeatIsAnsweredLikeTheFirst() {
        KeptAnswer first = once(key("k", "a"));

        assertThat(once(key("k", "a"))).isEqualTo(first);
        assertThat(once(key("another", "a"))).isNotEqualTo(first);
        assertThat(decided).isEqualTo(2);
    }

    @Test
    void anotherBodyIsAConflict() {
        KeptAnswer first = once(key("k", "a"));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> once(key("k", "b")))
                .satisfies(refusal ->
                        assertThat(refusal.problem().reason())
                                .isEqualTo(Reason.IDEMPOTENCY_CONFLICT));
        assertThat(once(key("k", "a"))).isEqualTo(first);
    }

    @Test
    void aNewSigningKeyMakesNoConflict() {
        KeptAnswer first = once(key("k", "under-the-old-key"));

        assertThat(once(key("k", "under-the-new-key", "under-the-old-key"))).isEqualTo(first);
    }

    @Test
    void aKeyIsForgottenAfterADay() {
        KeptAnswer first = once(key("k", "a"));
        now = START.plus(Repeats.KEPT).minusMillis(1);
        assertThat(once(key("k", "a"))).isEqualTo(first);

        now = START.plus(Repeats.KEPT);

        assertThat(once(key("k", "b"))).isNotEqualTo(first);
    }

    @Test
    void whatTheJournalHasIsARepeat() {
        journal.add(answer(key("k", "a"), "{\"of\":\"another process\"}", START));
        journal.add(answer(key("old", "a"), "{}", START.minus(Repeats.KEPT)));

        assertThat(once(key("k", "a")).parts()).containsExactly("{\"of\":\"another process\"}");
        assertThat(once(key("old", "b")).parts()).containsExactly("{\"ad\":1}");
        // Own answers come back with the journal's, and stay as they were.
        journal.add(answer(key("old", "b"), "{\"ad\":1}", START));
        assertThat(once(key("old", "b")).parts()).containsExactly("{\"ad\":1}");
    }

    @Test
    void eachAdOfAnAnswerIsARecordOfItsOwn() {
        journal.add(answer(key("k", "a"), "{\"ad\":\"x\"}", START));
        journal.add(answer(key("k", "a"), "{\"ad\":\"y\"}", START.plusMillis(1)));

        for (int i = 0; i < 2; i++) {
            assertThat(once(key("k", "a")).parts())
                    .containsExactly("{\"ad\":\"x\"}", "{\"ad\":\"y\"}");
        }
    }

    @Test
    void nothingIsDecidedWhileTheJournalCannotBeRead() {
        readable = false;
        assertThatExceptionOfType(StateUnavailableException.class)
                .isThrownBy(() -> once(key("k", "a")));

        readable = true;
        assertThat(once(key("k", "a")).parts()).containsExactly("{\"ad\":1}");
    }

    @Test
    void aFailureIsNotRemembered() {
        RequestKey key = key("k", "a");
        assertThatExceptionOfType(StateUnavailableException.class)
                .isThrownBy(() ->
                        repeats.once(key, () -> Mono.error(new StateUnavailableException("no")))
                                .block());

        assertThat(once(key).parts()).containsExactly("{\"ad\":1}");
    }

    private CompletableFuture<Optional<KeptAnswer>> refused(RequestKey key) {
        CompletableFuture<Optional<KeptAnswer>> settled = new CompletableFuture<>();
        Throwable refusal = new JournalUnavailableException("nobody had it in time");
        assertThatExceptionOfType(JournalUnavailableException.class)
                .isThrownBy(() ->
                        repeats.once(
                                        key,
                                        () -> {
                                            decided++;
                                            return Mono.error(
                                                    new UnsettledException(refusal, settled));
                                        })
                                .block());
        return settled;
    }

    /// The client was told that nothing was recorded, and the journal got it nevertheless.
    @Test
    void whatTheJournalGotAfterARefusalIsNotDecidedAgain() {
        RequestKey key = key("k", "a");
        CompletableFuture<Optional<KeptAnswer>> settled = refused(key);
        List<KeptAnswer> answers = new ArrayList<>();
        var _ =
                repeats.once(key, () -> Mono.fromSupplier(() -> decide(key)))
                        .subscribe(answers::add);
        assertThat(answers).isEmpty();

        settled.complete(Optional.of(answer(key, "{\"ad\":\"late\"}", START)));

        assertThat(answers).hasSize(1);
        assertThat(once(key).parts()).containsExactly("{\"ad\":\"late\"}");
        assertThat(decided).isEqualTo(1);
    }

    @Test
    void whatTheJournalNeverGotIsDecidedAgain() {
        RequestKey key = key("k", "a");
        refused(key).complete(Optional.empty());

        assertThat(once(key).parts()).containsExactly("{\"ad\":2}");
    }

    @Test
    void aRepeatWaitsForTheFirst() {
        RequestKey key = key("k", "a");
        Sinks.One<KeptAnswer> deciding = Sinks.one();
        List<KeptAnswer> answers = new ArrayList<>();
        Disposable first = repeats.once(key, deciding::asMono).subscribe(answers::add);
        var _ = repeats.once(key, deciding::asMono).subscribe(answers::add);
        assertThat(answers).isEmpty();

        first.dispose();
        deciding.tryEmitValue(decide(key)).orThrow();

        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst().parts()).containsExactly("{\"ad\":1}");
    }

    private void withRoomFor(int keys, long answerBytes) {
        answerMemory = new Pool(answerBytes);
        repeats =
                new Repeats(
                        new Journal(),
                        () -> now,
                        new Pool((long) keys * OwnersKeys.KEY_BYTES),
                        answerMemory);
    }

    private static final int ROOM = 400;

    /// Three quarters of the room.
    private static final int SHARE = 300;

    private KeptAnswer recorded(RequestKey key) {
        KeptAnswer answer = once(key);
        journal.add(answer);
        return answer;
    }

    @Test
    void theOldestMakeWay() {
        withRoomFor(ROOM, 40_000);
        KeptAnswer first = once(key("k", "a"));
        for (int i = 0; i < ROOM; i++) {
            now = START.plus(Duration.ofMillis(i));
            once(key("k" + i, "a"));
        }

        assertThat(once(key("k", "a"))).isNotEqualTo(first);
        KeptAnswer last = once(key("last", "a"));
        assertThat(once(key("last", "a"))).isEqualTo(last);
    }

    @Test
    void anAnswerThatMadeWayIsLookedUpInTheJournal() {
        withRoomFor(ROOM, 40_000);
        List<KeptAnswer> first = new ArrayList<>();
        for (int i = 0; i < SHARE - 1; i++) {
            first.add(recorded(key("k" + i, "a")));
        }
        int before = decided;

        for (int i = 0; i < SHARE - 1; i++) {
            assertThat(once(key("k" + i, "a"))).isEqualTo(first.get(i));
        }
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> once(key("k0", "another")));
        assertThat(decided).isEqualTo(before);
        assertThat(lookedUp).isPositive();
    }

    @Test
    void nobodyLosesAnAnswerToAnother() {
        withRoomFor(ROOM, 40_000);
        RequestKey servers = key("k", "a");
        RequestKey anothers = key(Owner.org("other"), "k", "a");
        KeptAnswer acme = once(servers);
        KeptAnswer other = once(anothers);

        for (int i = 0; i < 3 * ROOM; i++) {
            once(key(Owner.tags("acme"), "k" + i, "a"));
            once(key(Owner.org("third"), "k" + i, "a"));
        }

        assertThat(once(servers)).isEqualTo(acme);
        assertThat(once(anothers)).isEqualTo(other);
        assertThat(lookedUp).isZero();
    }

    @Test
    void largeAnswersHoldNoMoreThanTheirShare() {
        String large = "\"" + "x".repeat(300_000) + "\"";
        long mostBytes = 4L << 20;
        withRoomFor(ROOM, mostBytes);
        List<RequestKey> keys = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            RequestKey key = key("k" + i, "a");
            keys.add(key);
            repeats.once(
                            key,
                            () -> {
                                decided++;
                                KeptAnswer answer = answer(key, large, now);
                                journal.add(answer);
                                return Mono.just(answer);
                            })
                    .block();
        }

        assertThat(answerMemory.taken()).isLessThanOrEqualTo(mostBytes * 3 / 4 + large.length());
        keys.forEach(key -> assertThat(once(key).parts()).containsExactly(large));
        assertThat(decided).isEqualTo(100);
        assertThat(answerMemory.taken()).isLessThanOrEqualTo(mostBytes * 3 / 4 + large.length());

        now = START.plus(Repeats.KEPT);
        once(key(Owner.org("other"), "k", "a"));
        assertThat(answerMemory.taken()).isLessThan(2 * OwnersKeys.ANSWER_BYTES);
    }

    @Test
    void theMemoryIsInTheTable() throws IOException {
        Path table = Path.of("../docs/operations/what-memory-is-for.md");
        assertThat(Files.readAllLines(table))
                .anyMatch(line ->
                        line.matches(
                                "\\| kept answers \\|.*\\| %d \\| 0 \\|"
                                        .formatted(
                                                (Repeats.MOST_KEY_BYTES + Repeats.MOST_ANSWER_BYTES)
                                                        >> 20)));
    }

    /// What the journal has, handed over with each reading.
    private final class Journal implements AnswerHistory {
        @Override
        public CompletableFuture<Void> read(Consumer<KeptAnswer> into) {
            if (!readable) {
                return CompletableFuture.failedFuture(new StateUnavailableException("away"));
            }
            journal.forEach(into);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<KeptAnswer> find(Owner owner, String key, Instant at, int parts) {
            lookedUp++;
            return journal.stream()
                    .filter(answer -> answer.key().equals(key) && answer.at().equals(at))
                    .findFirst()
                    .map(CompletableFuture::completedFuture)
                    .orElseGet(() -> AnswerHistory.super.find(owner, key, at, parts));
        }
    }
}
