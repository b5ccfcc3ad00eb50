package io.interlude.fetch.selection;

import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.fetch.overlay.SubscriberKey;
import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.state.query.FrequencyQuery;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/// Reads counters in time, or says that they cannot be read. Ready once every partition's could be
/// read, and from then on: without them whatever has a cap sits out, and a process that goes on
/// with everything else must not be taken away from those who send it events and clicks.
public final class CounterReader implements ReadinessCheck {
    private static final OrgId NOBODYS_ORG = new OrgId("");
    private static final Subscriber NOBODY = new Subscriber("");

    private final FrequencyQuery query;
    private final IntSupplier partitionCount;
    private final Duration longestWait;
    private final Counter unreadable;
    private volatile CompletableFuture<Void> probe = CompletableFuture.completedFuture(null);
    private volatile boolean readable;

    public CounterReader(
            FrequencyQuery query,
            IntSupplier partitionCount,
            Duration longestWait,
            MeterRegistry meters) {
        this.query = query;
        this.partitionCount = partitionCount;
        this.longestWait = longestWait;
        unreadable =
                Counter.builder("interlude.fetch.counters.unreadable")
                        .description("Fetches decided without the subscriber's counters")
                        .register(meters);
    }

    /// Never an error: what cannot be read makes capped line items ineligible.
    Mono<Counters> read(SubscriberKey subscriber, int partition) {
        return Mono.defer(() ->
                        inTime(
                                query.counters(
                                        subscriber.orgId(), subscriber.subscriber(), partition)))
                .<Counters>map(Counters.Read::new)
                .onErrorResume(_ -> {
                    unreadable.increment();
                    return Mono.just(new Counters.Unreadable());
                });
    }

    /// A timer costs more than a read in the process, which is there at once.
    private Mono<SubscriberCounters> inTime(CompletableFuture<SubscriberCounters> read) {
        Mono<SubscriberCounters> counters = Mono.fromFuture(read);
        return read.isDone() ? counters : counters.timeout(longestWait);
    }

    @Override
    public String name() {
        return "frequency-counters";
    }

    /// Asks again for the next call where the answer does not come at once.
    @Override
    public boolean ready() {
        if (!readable && probe.isDone()) {
            probe = probeAll();
        }
        return readable;
    }

    private CompletableFuture<Void> probeAll() {
        CompletableFuture<?>[] reads =
                IntStream.range(0, partitionCount.getAsInt())
                        .mapToObj(partition -> query.counters(NOBODYS_ORG, NOBODY, partition))
                        .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(reads)
                .handle((_, failure) -> {
                    if (failure == null) {
                        readable = true;
                    }
                    return null;
                });
    }
}
