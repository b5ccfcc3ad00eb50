package io.interlude.fetch.repeat;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Answers that other processes gave, this one's predecessors among them.
public interface AnswerHistory extends AutoCloseable {
    /// There is none.
    AnswerHistory NONE = _ -> CompletableFuture.allOf();

    /// Hands over every answer that the journal had when this was called and that was not handed
    /// over before. Fails with [io.interlude.journal.availability.StateUnavailableException] when
    /// that takes too long; it goes on meanwhile.
    CompletableFuture<Void> read(Consumer<KeptAnswer> into);

    @Override
    default void close() {}
}
