package io.interlude.fetch.overlay;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.journal.append.JournalPosition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A fetch of this process that takes its places in caps and budgets before the journal has it, and
/// keeps them until the aggregator has applied it.
public final class OwnFetch {
    private static final CompletableFuture<Void> SETTLED = CompletableFuture.completedFuture(null);

    private final Places places;
    private final boolean kept;
    private volatile @Nullable JournalPosition position;
    private long seenAppliedMillis;

    /// Of the waiters; hardly any fetch has some. The common one once the journal has answered.
    private @Nullable CompletableFuture<Void> settled;

    /// @param kept false for one that a full overlay does not keep
    OwnFetch(Places places, boolean kept) {
        this.places = places;
        this.kept = kept;
    }

    boolean kept() {
        return kept;
    }

    Places places() {
        return places;
    }

    /// Its place in the journal; null while that is not acknowledged.
    @Nullable JournalPosition position() {
        return position;
    }

    /// The time at which a view was seen to include it; the caller holds the lock of its queue.
    long seenAppliedAt() {
        return seenAppliedMillis;
    }

    void seenAppliedAt(long nowMillis) {
        seenAppliedMillis = nowMillis;
    }

    /// Completes when the journal has answered, either way.
    synchronized CompletableFuture<Void> settled() {
        CompletableFuture<Void> waiting = settled;
        if (waiting == null) {
            waiting = new CompletableFuture<>();
            settled = waiting;
        }
        return waiting;
    }

    void acknowledge(JournalPosition where) {
        position = where;
        settle();
    }

    void giveUp() {
        settle();
    }

    private void settle() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            waiting = settled;
            settled = SETTLED;
        }
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    /// True if a view has applied it, given the last applied offset of each partition.
    boolean isIn(Map<Integer, Long> partitionToAppliedOffset) {
        JournalPosition where = position;
        if (where == null) {
            return false;
        }
        Long applied = partitionToAppliedOffset.get(where.partition());
        return applied != null && where.offset() <= applied;
    }

    /// The places that a fetch takes.
    ///
    /// @param subscriber null for a fetch without one, which advances no counter
    /// @param appliedBefore the applied offset of the counters that its decision read; -1 without
    /// @param epochDay the line item's day, counted from 1970-01-01
    public record Places(
            OrgId orgId,
            @Nullable SubscriberKey subscriber,
            long appliedBefore,
            Instant servedAt,
            List<FrequencyAdvance> advances,
            LineItemId lineItemId,
            CreativeId creativeId,
            RotationStamp rotation,
            long epochDay,
            long billedMicros) {
        public Places {
            requireNonNull(orgId, "orgId is null");
            requireNonNull(servedAt, "servedAt is null");
            requireNonNull(lineItemId, "lineItemId is null");
            requireNonNull(creativeId, "creativeId is null");
            requireNonNull(rotation, "rotation is null");
            advances = List.copyOf(advances);
        }
    }
}
