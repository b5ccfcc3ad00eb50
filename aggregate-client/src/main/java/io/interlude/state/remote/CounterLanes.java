package io.interlude.state.remote;

import io.interlude.state.transport.StateInstances;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.SubscriberPlace;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// A [CounterLane] for each instance.
final class CounterLanes {
    private final StateInstances instances;
    private final int requestsMax;
    private final int waitingMax;
    private final StateMeters meters;
    private final Map<URI, CounterLane> urlToLane = new ConcurrentHashMap<>();

    /// @param requestsMax requests to one instance at once
    /// @param waitingMax questions that wait for one instance
    CounterLanes(StateInstances instances, int requestsMax, int waitingMax, StateMeters meters) {
        this.instances = instances;
        this.requestsMax = requestsMax;
        this.waitingMax = waitingMax;
        this.meters = meters;
    }

    CompletableFuture<CountersAnswer> ask(URI url, SubscriberPlace place) {
        return urlToLane
                .computeIfAbsent(
                        url, _ -> new CounterLane(instances, url, requestsMax, waitingMax, meters))
                .ask(place);
    }
}
