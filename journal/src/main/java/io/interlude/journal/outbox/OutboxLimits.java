package io.interlude.journal.outbox;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;

/// The bounds of the outbox, and the time after which it steps in.
///
/// @param folder held by one process at a time
/// @param usual bounds of everything but clicks of the redirect
/// @param clicks bounds of these, which nothing else can use up
/// @param slowAfter Kafka is taken to be away from a partition when it acknowledged nothing there
///   for so long
public record OutboxLimits(Path folder, Bounds usual, Bounds clicks, Duration slowAfter) {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    public OutboxLimits {
        requireNonNull(folder, "folder is null");
        requireNonNull(slowAfter, "slowAfter is null");
    }

    /// The longest wait for a Kafka that is busy, not away, before a record is kept on disk too.
    Duration longestWait() {
        return LONGEST_WAIT;
    }

    /// After this an append that neither Kafka nor the disk took is refused.
    Duration deadline() {
        return DEADLINE;
    }

    /// The bounds of one [OutboxPool].
    ///
    /// @param mostEntries most records that wait
    /// @param mostBytes most bytes of its files
    public record Bounds(int mostEntries, long mostBytes) {}
}
