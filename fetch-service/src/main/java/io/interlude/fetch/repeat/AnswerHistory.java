package io.interlude.fetch.repeat;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.web.limits.Owner;
import java.time.Instant;
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

    /// Looks an answer up that was handed over or recorded, by when its request came.
    ///
    /// @param owner whose key it is
    /// @param parts of how many records it is
    /// @return fails with [io.interlude.journal.availability.StateUnavailableException] when it is
    ///   not found in time
    default CompletableFuture<KeptAnswer> find(Owner owner, String key, Instant at, int parts) {
        return CompletableFuture.failedFuture(
                new StateUnavailableException("the earlier answer is not known any more"));
    }

    @Override
    default void close() {}
}
