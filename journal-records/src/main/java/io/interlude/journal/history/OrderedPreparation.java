package io.interlude.journal.history;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Function;

/// Prepares items on several threads and takes them on the caller's, in the order in which they are
/// added. So what depends on no item before is worked out side by side, and what does is as it is
/// on one thread. Holds a few chunks of items. Used by one thread, which prepares, too, while it
/// would have to wait.
public final class OrderedPreparation<T, P> implements AutoCloseable {
    private static final int CHUNK = 128;
    private static final int CHUNKS_AHEAD_OF_THREAD = 4;

    private final ExecutorService executor;
    private final Function<T, Optional<P>> preparation;
    private final Consumer<P> taker;
    private final int chunksAhead;
    private final Deque<FutureTask<List<P>>> ahead = new ArrayDeque<>();
    private List<T> chunk = new ArrayList<>(CHUNK);

    /// @param threads beside the caller's, 1 at least
    /// @param preparation of an item; asked by several threads at once; empty for what is not taken
    /// @param taker takes what is prepared, on the caller's thread
    public OrderedPreparation(
            int threads, Function<T, Optional<P>> preparation, Consumer<P> taker) {
        this.executor =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().daemon().name("preparation-", 0).factory());
        this.preparation = requireNonNull(preparation, "preparation is null");
        this.taker = requireNonNull(taker, "taker is null");
        this.chunksAhead = CHUNKS_AHEAD_OF_THREAD * threads;
    }

    /// Adds the next item, and takes others that are prepared. Throws what preparing or taking them
    /// did.
    public void add(T item) {
        chunk.add(item);
        if (chunk.size() == CHUNK) {
            submit();
            takeUpTo(chunksAhead);
        }
    }

    /// Takes all that were added.
    public void finish() {
        submit();
        takeUpTo(0);
    }

    private void submit() {
        List<T> items = chunk;
        chunk = new ArrayList<>(CHUNK);
        FutureTask<List<P>> task = new FutureTask<>(() -> prepared(items));
        ahead.add(task);
        executor.execute(task);
    }

    private List<P> prepared(List<T> items) {
        List<P> prepared = new ArrayList<>(items.size());
        items.forEach(item -> preparation.apply(item).ifPresent(prepared::add));
        return prepared;
    }

    private void takeUpTo(int left) {
        while (ahead.size() > left) {
            FutureTask<List<P>> next = ahead.removeFirst();
            // A task that another thread runs already is not run again.
            next.run();
            for (FutureTask<List<P>> later : ahead) {
                if (next.isDone()) {
                    break;
                }
                later.run();
            }
            result(next).forEach(taker);
        }
    }

    private List<P> result(FutureTask<List<P>> task) {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
