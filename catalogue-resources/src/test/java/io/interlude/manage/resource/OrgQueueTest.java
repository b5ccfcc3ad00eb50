package io.interlude.manage.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.web.refusal.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class OrgQueueTest {
    private static final OrgId ONE = new OrgId("one");
    private static final OrgId OTHER = new OrgId("other");

    private final OrgQueue queue = new OrgQueue(Runnable::run);
    private final List<String> begun = new ArrayList<>();

    private CompletableFuture<String> submit(
            OrgId orgId, String name, CompletableFuture<String> outcome) {
        return queue.submit(
                orgId,
                () -> {
                    begun.add(name);
                    return outcome;
                });
    }

    @Test
    void beginsACommandWhenTheOneBeforeItIsDone() {
        // given
        CompletableFuture<String> first = new CompletableFuture<>();
        submit(ONE, "first", first).isDone();
        submit(ONE, "second", new CompletableFuture<>()).isDone();
        submit(OTHER, "elsewhere", new CompletableFuture<>()).isDone();
        assertThat(begun).containsExactly("first", "elsewhere");

        // when
        first.complete("done");

        // then
        assertThat(begun).containsExactly("first", "elsewhere", "second");
    }

    @Test
    void goesOnAfterACommandThatFails() {
        // given
        CompletableFuture<String> refused =
                queue.submit(
                        ONE,
                        () -> {
                            throw new IllegalStateException("refused");
                        });

        // when
        CompletableFuture<String> next =
                submit(ONE, "next", CompletableFuture.completedFuture("done"));

        // then
        assertThat(refused).isCompletedExceptionally();
        assertThat(next).isCompletedWithValue("done");
    }

    @Test
    void refusesMoreThanItsBound() {
        // given
        CompletableFuture<String> stuck = new CompletableFuture<>();
        for (int i = 0; i < OrgQueue.MOST_WAITING; i++) {
            assertThat(submit(ONE, "waits", stuck)).isNotDone();
        }

        // when
        CompletableFuture<String> tooMany = submit(ONE, "one more", stuck);

        // then
        assertThat(tooMany.handle((_, error) -> error).join())
                .isInstanceOfAny(ProblemException.class, CompletionException.class);
        stuck.complete("done");
        assertThat(submit(ONE, "later", stuck)).isCompletedWithValue("done");
    }
}
