package io.interlude.fetch.handover;

import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.fetch.handover.JournalTail.End;
import io.interlude.fetch.overlay.SubscriberKey;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.SubscriberState;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;

/// Counters that include what any instance served the subscriber before the request came.
///
/// The aggregator's answer lacks what it has not applied yet, and the overlay knows the fetches of
/// its own instance only. So the end of the journal is read too, and what it holds of the
/// subscriber is added in the order of the offsets, as the aggregator will. Own fetches are among
/// them: to the overlay it is as if the aggregator had applied the journal to its end. An answer
/// that has not applied all that lies before the end is not used.
///
/// While Kafka acknowledges nothing, every instance answers from its own disk, and the end that
/// Kafka tells hides what the others have answered. So nothing is known of a partition in which own
/// fetches wait (ADR 6).
public final class MovedSubscribers implements FrequencyQuery {
    private final FrequencyQuery query;
    private final JournalTail tail;
    private final IntPredicate isFlowing;

    /// @param isFlowing whether own fetches get into a partition of the journal as they come
    public MovedSubscribers(FrequencyQuery query, JournalTail tail, IntPredicate isFlowing) {
        this.query = query;
        this.tail = tail;
        this.isFlowing = isFlowing;
    }

    @Override
    public CompletableFuture<SubscriberCounters> counters(
            OrgId orgId, Subscriber subscriber, int partition) {
        if (!isFlowing.test(partition)) {
            return CompletableFuture.failedFuture(waiting());
        }
        CompletableFuture<End> end = tail.fetches(new SubscriberKey(orgId, subscriber), partition);
        return query.state(orgId, subscriber, partition)
                .thenCombine(
                        end,
                        (read, found) -> {
                            if (!isFlowing.test(partition)) {
                                throw waiting();
                            }
                            return advanced(read, found);
                        });
    }

    private static StateUnavailableException waiting() {
        return new StateUnavailableException("own fetches wait for Kafka");
    }

    private static SubscriberCounters advanced(SubscriberState read, End end) {
        if (read.partitionApplied() != SubscriberState.UNKNOWN
                && read.partitionApplied() < end.from()) {
            throw new StateUnavailableException("the answer is older than the journal's end");
        }
        SubscriberCounters counters = read.counters();
        for (TailFetch fetch : end.fetches()) {
            counters =
                    FrequencyFold.advance(
                            counters, fetch.advances(), fetch.servedAt(), fetch.offset());
        }
        return counters;
    }
}
