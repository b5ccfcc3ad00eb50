package io.interlude.ingest.click;

import io.interlude.domain.identity.ClickTokens.ClickToken;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.identity.EventIds;
import io.interlude.kit.catalogue.Catalogues.ServedCreative;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Records followed links, and waits for the journal only so long.
public final class ClickRecorder {
    private final EventSink sink;
    private final EventIds eventIds;
    private final InstantSource clock;
    private final Duration longestWait;
    private final Counter recorded;
    private final Counter unacknowledged;

    /// @param longestWait after which the subscriber is sent on, whatever the journal does
    public ClickRecorder(
            EventSink sink,
            EventIds eventIds,
            InstantSource clock,
            Duration longestWait,
            MeterRegistry meters) {
        this.sink = sink;
        this.eventIds = eventIds;
        this.clock = clock;
        this.longestWait = longestWait;
        recorded = counter(meters, "recorded");
        unacknowledged = counter(meters, "unacknowledged");
    }

    /// Completes, never with an error, when the click is durable or the wait is over.
    Mono<Void> record(ClickToken token, ServedCreative served, @Nullable String invalidTraffic) {
        return Mono.defer(() -> append(token, served, invalidTraffic))
                .timeout(longestWait)
                .doOnSuccess(_ -> recorded.increment())
                .onErrorResume(_ -> {
                    unacknowledged.increment();
                    return Mono.empty();
                });
    }

    private Mono<Void> append(
            ClickToken token, ServedCreative served, @Nullable String invalidTraffic) {
        Instant now = clock.instant();
        return Mono.fromFuture(
                sink.append(
                        ClickCodec.entry(token, served, eventIds.next(now), now, invalidTraffic)),
                true);
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("interlude.ingest.clicks")
                .description("Followed click URLs, by whether the journal acknowledged in time")
                .tag("outcome", outcome)
                .register(meters);
    }
}
