package io.interlude.state.transport;

import io.interlude.state.wire.CellsQuestion;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.InstanceReport;
import io.interlude.state.wire.SubscriberPlace;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;

/// Sends requests to the aggregator's instances. Nothing here blocks, and every answer has a
/// deadline; whatever goes wrong on the way ends the answer with an exception.
public interface StateInstances {
    /// What the instance has.
    CompletableFuture<InstanceReport> report(URI instance);

    /// Counters of several subscribers, in the order of the places.
    CompletableFuture<List<CountersAnswer>> counters(URI instance, List<SubscriberPlace> places);

    /// Cells, in pieces of the form of [CellsAnswer].
    Flux<byte[]> cells(URI instance, CellsQuestion question);
}
