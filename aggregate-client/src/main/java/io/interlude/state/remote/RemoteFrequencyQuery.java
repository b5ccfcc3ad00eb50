package io.interlude.state.remote;

import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.SubscriberState;
import io.interlude.state.wire.SubscriberPlace;
import java.util.concurrent.CompletableFuture;

/// Reads counters from the instance that owns the partition, or from a standby.
///
/// The owner is asked first; when it has not answered after the hedge, or says no, whoever comes
/// next, and the first good answer wins. When all have said no they are asked again while there is
/// time, since a partition that moves is nobody's for a moment. An answer is good if all is applied
/// that the reader can have forgotten: see [AppliedFloor].
final class RemoteFrequencyQuery implements FrequencyQuery {
    private final OwnerDirectory directory;
    private final CounterBatchers batchers;
    private final AppliedFloor floor;
    private final ReadTimeouts timeouts;
    private final Timer timer;
    private final StateMeters meters;

    RemoteFrequencyQuery(
            OwnerDirectory directory,
            CounterBatchers batchers,
            AppliedFloor floor,
            ReadTimeouts timeouts,
            Timer timer,
            StateMeters meters) {
        this.directory = directory;
        this.batchers = batchers;
        this.floor = floor;
        this.timeouts = timeouts;
        this.timer = timer;
        this.meters = meters;
    }

    @Override
    public CompletableFuture<SubscriberCounters> counters(
            OrgId orgId, Subscriber subscriber, int partition) {
        return state(orgId, subscriber, partition).thenApply(SubscriberState::counters);
    }

    @Override
    public CompletableFuture<SubscriberState> state(
            OrgId orgId, Subscriber subscriber, int partition) {
        CounterCall call =
                new CounterCall(
                        new SubscriberPlace(partition, orgId, subscriber),
                        floor.of(partition),
                        directory,
                        batchers,
                        timeouts,
                        timer,
                        meters);
        return call.start();
    }
}
