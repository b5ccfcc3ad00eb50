package io.interlude.fetch.repeat;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A decision was refused to its client since nothing had it in time, and yet the journal may get
/// it: Kafka's producer gives up nothing that it took.
public final class UnsettledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Throwable refusal;
    private final transient CompletableFuture<Optional<KeptAnswer>> settled;

    /// @param refusal what the client is told
    /// @param settled completes with what the journal has of the decision, once that is known
    public UnsettledException(Throwable refusal, CompletableFuture<Optional<KeptAnswer>> settled) {
        super("the journal may get what was refused", refusal);
        this.refusal = refusal;
        this.settled = settled;
    }

    Throwable refusal() {
        return refusal;
    }

    CompletableFuture<Optional<KeptAnswer>> settled() {
        return settled;
    }
}
