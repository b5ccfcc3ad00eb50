package io.interlude.fetch.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextEngine;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.ContextReading.Judgement;
import io.interlude.domain.context.ContextReading.NoContext;
import io.interlude.domain.context.ContextReading.Understood;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.TextReading;
import io.interlude.domain.identity.OrgId;
import io.interlude.fetch.context.ContextReader.SlowReading;
import io.interlude.web.limits.OrgTurns;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContextReaderTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final OrgCatalogue CATALOGUE = catalogue("acme");
    private static final ConversationContext CONTEXT =
            ConversationContext.ofSummary("a trip").orElseThrow();

    private final ExecutorService oneThread = Executors.newSingleThreadExecutor();
    private final OrgTurns turns = new OrgTurns(oneThread, 4, 1);
    private final Counter fallbacks = new SimpleMeterRegistry().counter("fallbacks");
    private final Scripted fast = new Scripted("fast");
    private final Scripted slow = new Scripted("slow");

    /// Reads everything as sensitive, with its name as the category.
    private static final class Scripted implements ContextEngine {
        private final String name;
        private final List<OrgCatalogue> indexed = new ArrayList<>();
        private CompletableFuture<Void> index = CompletableFuture.completedFuture(null);
        private CountDownLatch mayRead = new CountDownLatch(0);
        private final Semaphore begun = new Semaphore(0);

        Scripted(String name) {
            this.name = name;
        }

        @Override
        public CompletableFuture<Void> index(OrgCatalogue catalogue) {
            indexed.add(catalogue);
            return index;
        }

        @Override
        public ContextReading read(Conversation conversation, OrgCatalogue catalogue) {
            begun.release();
            try {
                mayRead.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
            return reading(name);
        }
    }

    private static ContextReading reading(String embedder) {
        return new Understood(TextReading.ENGLISH, Judgement.ORDINARY, FAR, null, 0, embedder);
    }

    private static final ContextReading.Similarity FAR = _ -> 0;

    @AfterEach
    void free() {
        slow.mayRead.countDown();
        oneThread.shutdownNow();
        Thread.currentThread().setUncaughtExceptionHandler(null);
    }

    private static OrgCatalogue catalogue(String org) {
        return OrgCatalogue.compile(
                new OrgId(org),
                1,
                new OrgCatalogue.Resources(List.of(), List.of(), List.of(), List.of(), List.of()));
    }

    private ContextReader reader(Duration budget) {
        return reader(budget, null);
    }

    private ContextReader reader(Duration budget, @Nullable Predicate<ContextReading> doubt) {
        return new ContextReader(fast, new SlowReading(slow, turns, budget, doubt, fallbacks));
    }

    @Test
    void withoutAContextNothingIsRead() {
        assertThat(reader(DEADLINE).read(null, CATALOGUE).block(DEADLINE))
                .isEqualTo(new NoContext());
    }

    @Test
    void theSlowEngineReadsWhereThereIsOne() {
        assertThat(reader(DEADLINE).read(CONTEXT, CATALOGUE).block(DEADLINE))
                .isEqualTo(reading("slow"));
        assertThat(new ContextReader(fast, null).read(CONTEXT, CATALOGUE).block(DEADLINE))
                .isEqualTo(reading("fast"));
    }

    @Test
    void theFastEngineReadsWhatTheSlowOneHasNoTimeFor() {
        slow.mayRead = new CountDownLatch(1);
        ContextReader reader = reader(Duration.ofMillis(20));

        for (int i = 0; i < 4; i++) {
            assertThat(reader.read(CONTEXT, CATALOGUE).block(DEADLINE)).isEqualTo(reading("fast"));
        }
        assertThat(fallbacks.count()).isEqualTo(4);
    }

    @Test
    void anOrgThatHasMuchReadLeavesOthersTheirTurn() throws InterruptedException {
        slow.mayRead = new CountDownLatch(1);
        ContextReader reader = reader(DEADLINE);
        CompletableFuture<@Nullable ContextReading> first =
                reader.read(CONTEXT, CATALOGUE).toFuture();
        slow.begun.acquire();
        CompletableFuture<@Nullable ContextReading> second =
                reader.read(CONTEXT, CATALOGUE).toFuture();

        assertThat(reader.read(CONTEXT, CATALOGUE).block(DEADLINE)).isEqualTo(reading("fast"));
        CompletableFuture<@Nullable ContextReading> other =
                reader.read(CONTEXT, catalogue("globex")).toFuture();
        slow.mayRead.countDown();

        assertThat(first.join()).isEqualTo(reading("slow"));
        assertThat(second.join()).isEqualTo(reading("slow"));
        assertThat(other.join()).isEqualTo(reading("slow"));
        assertThat(fallbacks.count()).isEqualTo(1);
    }

    @Test
    void aRefusedReadingIsNoUncaughtException() throws InterruptedException {
        List<Throwable> uncaught = new ArrayList<>();
        Thread.currentThread().setUncaughtExceptionHandler((_, e) -> uncaught.add(e));
        slow.mayRead = new CountDownLatch(1);
        ContextReader reader = reader(DEADLINE);
        reader.read(CONTEXT, CATALOGUE).subscribe();
        slow.begun.acquire();
        reader.read(CONTEXT, CATALOGUE).subscribe();

        assertThat(reader.read(CONTEXT, CATALOGUE).block(DEADLINE)).isEqualTo(reading("fast"));
        assertThat(uncaught).isEmpty();
    }

    @Test
    void theSlowEngineIsAskedOnlyWhereTheFastOneLeavesADoubt() {
        List<ContextReading> looked = new ArrayList<>();
        ContextReader sure = reader(DEADLINE, reading -> !looked.add(reading));
        ContextReader doubting = reader(DEADLINE, looked::add);

        assertThat(sure.read(CONTEXT, CATALOGUE).block(DEADLINE)).isEqualTo(reading("fast"));
        assertThat(doubting.read(CONTEXT, CATALOGUE).block(DEADLINE)).isEqualTo(reading("slow"));
        assertThat(looked).containsExactly(reading("fast"), reading("fast"));
        assertThat(fallbacks.count()).isZero();
    }

    @Test
    void aDoubtThatIsNotAnsweredInTimeLeavesTheFastReading() {
        slow.mayRead = new CountDownLatch(1);

        assertThat(
                        reader(Duration.ofMillis(20), _ -> true)
                                .read(CONTEXT, CATALOGUE)
                                .block(DEADLINE))
                .isEqualTo(reading("fast"));
        assertThat(fallbacks.count()).isEqualTo(1);
    }

    @Test
    void aSnapshotIsIndexedByBothAndAwaitedOnlyBriefly() {
        slow.index = new CompletableFuture<>();
        ContextReader reader = reader(DEADLINE);

        reader.onSnapshot(CATALOGUE);
        reader.onSnapshot(CATALOGUE);

        assertThat(fast.indexed).hasSize(2);
        assertThat(slow.indexed).hasSize(2);
    }
}
