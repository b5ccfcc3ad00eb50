package io.interlude.journal.history;

import io.interlude.domain.identity.OrgId;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;

/// Reads an org's requests again, filled or not, as many as one answer may take. Safe for use by
/// many threads; never blocks the caller.
public interface RecordedRequests {
    /// Reads the requests of a time in the order in which they came. Where the journal holds more
    /// than one answer may take, only the first part of each slice of the time is read, the same
    /// share of all slices.
    ///
    /// @param taker makes what takes them; asked once it is this reading's turn
    /// @return the taker, once it has all; fails with
    ///   [io.interlude.journal.availability.StateUnavailableException] when the journal cannot be
    ///   read now or in time
    <T extends Taker> CompletableFuture<T> read(
            OrgId orgId, Instant from, Instant to, Supplier<T> taker);

    /// Reads every request of a time in the order in which they came, however many there are, and
    /// between them the clicks and conversions. Blocks.
    ///
    /// @param progress is told again and again which share, 0 to 1, is read
    /// @param stopped ends the reading
    /// @throws io.interlude.journal.availability.StateUnavailableException when the journal cannot
    ///   be read now, or the reading was stopped
    <P> void replay(
            OrgId orgId,
            Instant from,
            Instant to,
            Replay<P> replay,
            DoubleConsumer progress,
            BooleanSupplier stopped);

    /// Takes requests in two steps.
    interface Replay<P> {
        /// Prepares what depends on no other record. Asked by several threads at once.
        ///
        /// @param record of an [io.interlude.schema.AdFetched], [io.interlude.schema.AdNotFilled],
        ///   [io.interlude.schema.ClickRecorded] or [io.interlude.schema.ConversionRecorded]
        /// @return what is taken; empty for a record that is passed over
        Optional<P> prepare(PlacedRecord record);

        /// Takes the next record, on one thread.
        void take(P prepared);
    }

    /// Takes requests, on one thread.
    @FunctionalInterface
    interface Taker {
        /// Takes the next request.
        ///
        /// @param record of an [io.interlude.schema.AdFetched] or [io.interlude.schema.AdNotFilled]
        /// @param weight how many requests it stands for, from 1
        void take(PlacedRecord record, double weight);
    }
}
