package io.interlude.fetch.context;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.snapshot.CatalogueListener;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextEngine;
import io.interlude.domain.context.ContextReading;
import io.interlude.web.limits.OrgTurns;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// Has contexts read, and keeps the engine's index of line items up to date.
///
/// A fast engine reads in the request's own thread. A slow one reads on a few threads of its own;
/// when it does not answer in time, its queue is full or it fails, the fast engine reads instead: a
/// sensitive moment is never served because a machine was busy.
public final class ContextReader implements CatalogueListener {
    private static final Logger LOG = LoggerFactory.getLogger(ContextReader.class);

    /// How long a change of the catalogue may wait for its embeddings before it shows.
    private static final Duration INDEX_WAIT = Duration.ofMillis(200);

    private final ContextEngine fast;
    private final @Nullable SlowReading slow;
    private CompletableFuture<Void> lastIndex = CompletableFuture.completedFuture(null);

    /// @param slow null to have the fast engine read everything
    public ContextReader(ContextEngine fast, @Nullable SlowReading slow) {
        this.fast = requireNonNull(fast, "fast is null");
        this.slow = slow;
    }

    /// An engine that takes milliseconds.
    ///
    /// @param turns where it reads, on few threads: an org that has much read leaves others theirs
    /// @param budget how long a fetch waits for it
    /// @param doubt tells of what the fast engine read whether to ask this one too; null to have it
    ///   read everything
    /// @param fallbacks counts the contexts that the fast engine read instead
    public record SlowReading(
            ContextEngine engine,
            OrgTurns turns,
            Duration budget,
            @Nullable Predicate<ContextReading> doubt,
            Counter fallbacks) {}

    /// The fast engine alone, with the index that this one keeps.
    public ContextReader fast() {
        return new ContextReader(fast, null);
    }

    /// What is understood of the context, against the line items of the snapshot.
    public Mono<ContextReading> read(
            @Nullable ConversationContext context, OrgCatalogue catalogue) {
        if (context == null) {
            return Mono.just(new ContextReading.NoContext());
        }
        Mono<ContextReading> fastReading =
                Mono.fromSupplier(() -> fast.read(context.conversation(), catalogue));
        if (slow == null) {
            return fastReading;
        }
        Predicate<ContextReading> doubt = slow.doubt();
        return doubt == null
                ? readSlowly(slow, context, catalogue, fastReading)
                : fastReading.flatMap(reading ->
                        doubt.test(reading)
                                ? readSlowly(slow, context, catalogue, Mono.just(reading))
                                : Mono.just(reading));
    }

    private static Mono<ContextReading> readSlowly(
            SlowReading slow,
            ConversationContext context,
            OrgCatalogue catalogue,
            Mono<ContextReading> otherwise) {
        // A scheduler would print the stack of each refusal.
        Executor turns = slow.turns().executor(catalogue.orgId().value());
        return Mono.fromFuture(() ->
                        CompletableFuture.supplyAsync(
                                () -> tryToRead(slow.engine(), context, catalogue), turns))
                // An error that comes when the budget is over would be logged as dropped.
                .onErrorComplete(RejectedExecutionException.class)
                .timeout(slow.budget())
                .onErrorComplete()
                .publishOn(Schedulers.parallel())
                .switchIfEmpty(
                        Mono.defer(() -> {
                            slow.fallbacks().increment();
                            return otherwise;
                        }));
    }

    /// Null instead of an error, for the same reason.
    private static @Nullable ContextReading tryToRead(
            ContextEngine engine, ConversationContext context, OrgCatalogue catalogue) {
        try {
            return engine.read(context.conversation(), catalogue);
        } catch (RuntimeException e) {
            LOG.debug("context.reading-failed cause={}", e.getClass().getSimpleName());
            return null;
        }
    }

    /// Starts to embed what changed, and gives it a moment to be done before anybody can ask for
    /// it. That moment is spared while an earlier change is still in work, as after a start or a
    /// large import.
    @Override
    public void onSnapshot(OrgCatalogue snapshot) {
        boolean idle = lastIndex.isDone();
        CompletableFuture<Void> fastIndex = fast.index(snapshot);
        lastIndex =
                slow == null
                        ? fastIndex
                        : CompletableFuture.allOf(fastIndex, slow.engine().index(snapshot));
        if (idle) {
            awaitBriefly(lastIndex);
        }
    }

    private static void awaitBriefly(CompletableFuture<Void> index) {
        try {
            index.get(INDEX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.debug("context.index-in-work", e);
        } catch (ExecutionException e) {
            LOG.error("context.index-failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
