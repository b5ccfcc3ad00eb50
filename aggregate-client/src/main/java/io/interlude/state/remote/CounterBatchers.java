package io.interlude.state.remote;

import io.interlude.state.transport.StateInstances;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.SubscriberPlace;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// A [CounterBatcher] for each instance.
final class CounterBatchers {
    private final StateInstances instances;
    private final int requestsMax;
    private final int waitingMax;
    private final StateMeters meters;
    private final Map<URI, CounterBatcher> urlToBatcher = new ConcurrentHashMap<>();

    /// @param requestsMax requests to one instance at once
    /// @param waitingMax questions that wait for one instance
    CounterBatchers(StateInstances instances, int requestsMax, int waitingMax, StateMeters meters) {
        this.instances = instances;
        this.requestsMax = requestsMax;
        this.waitingMax = waitingMax;
        this.meters = meters;
    }

    CompletableFuture<CountersAnswer> ask(URI url, SubscriberPlace place) {
        return urlToBatcher
                .computeIfAbsent(
                        url,
                        _ -> new CounterBatcher(instances, url, requestsMax, waitingMax, meters))
                .ask(place);
    }
}
