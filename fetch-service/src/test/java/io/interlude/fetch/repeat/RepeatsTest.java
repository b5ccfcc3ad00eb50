package io.interlude.fetch.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class RepeatsTest {
    private static final Instant START = Instant.parse("2026-06-10T12:00:00Z");

    private final List<KeptAnswer> journal = new ArrayList<>();
    private Instant now = START;
    private boolean readable = true;
    private int decided;
    private final Repeats repeats = new Repeats(this::read, () -> now);

    private CompletableFuture<Void> read(Consumer<KeptAnswer> into) {
        if (!readable) {
            return CompletableFuture.failedFuture(new StateUnavailableException("away"));
        }
        journal.forEach(into);
        return CompletableFuture.completedFuture(null);
    }

    private static RequestKey key(String key, String... bodies) {
        return new RequestKey(key, List.of(bodies));
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
        return new KeptAnswer(key.key(), key.bodies().getFirst(), true, List.of(json), at);
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

    @Test
    void theOldestMakeWay() {
        KeptAnswer first = once(key("k", "a"));
        for (int i = 0; i < Repeats.MOST; i++) {
            now = START.plus(Duration.ofMillis(i));
            once(key("k" + i, "a"));
        }

        assertThat(once(key("k", "a"))).isNotEqualTo(first);
        assertThat(once(key("k" + (Repeats.MOST - 1), "a")).parts())
                .containsExactly("{\"ad\":" + (Repeats.MOST + 1) + "}");
    }
}
