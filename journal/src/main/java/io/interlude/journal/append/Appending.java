package io.interlude.journal.append;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;

/// A record on its way into the journal.
///
/// @param durable completes when the record can no longer be lost: Kafka has it, or this machine's
///   disk; completes exceptionally when it was not made durable
/// @param placed completes when Kafka has it, which may be long after that; completes exceptionally
///   when it never will
public record Appending(
        CompletableFuture<Void> durable, CompletableFuture<JournalPosition> placed) {
    public Appending {
        requireNonNull(durable, "durable is null");
        requireNonNull(placed, "placed is null");
    }

    /// Durable once Kafka has it.
    static Appending of(CompletableFuture<JournalPosition> placed) {
        return new Appending(placed.thenAccept(_ -> {}), placed);
    }
}
