package io.interlude.state.query;

import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import java.util.concurrent.CompletableFuture;

/// Reads one subscriber's frequency counters from the owner of their partition.
public interface FrequencyQuery {
    /// The counters, or [SubscriberCounters#NONE] for a subscriber never served. Completes
    /// exceptionally with [StateUnavailableException] when nobody can answer in time: then caps
    /// must fail safe. Also unavailable while the aggregator has not yet applied what the journal
    /// held when the process started.
    CompletableFuture<SubscriberCounters> counters(
            OrgId orgId, Subscriber subscriber, int partition);

    /// Like [#counters], with what the one who answers has applied of the whole partition. In
    /// process that is not known, and need not be: nobody else serves the subscriber.
    default CompletableFuture<SubscriberState> state(
            OrgId orgId, Subscriber subscriber, int partition) {
        return counters(orgId, subscriber, partition)
                .thenApply(counters -> new SubscriberState(counters, SubscriberState.UNKNOWN));
    }
}
