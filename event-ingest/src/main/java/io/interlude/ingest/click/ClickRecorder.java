package io.interlude.ingest.click;

import io.interlude.catalogue.snapshot.Catalogues.ServedCreative;
import io.interlude.domain.identity.ClickTokens.ClickToken;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.append.AppendPriority;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/// Records followed links, and waits for the journal only so long. A click that is not durable by
/// then is late: it is still on its way, with no promise of arrival. One that can be recorded
/// nowhere is lost.
public final class ClickRecorder {
    private final EventSink sink;
    private final EventIds eventIds;
    private final InstantSource clock;
    private final Duration longestWait;
    private final Counter recorded;
    private final Counter late;
    private final Counter lost;

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
        late = counter(meters, "late");
        lost = counter(meters, "lost");
    }

    /// Records the click: true if durable; completes, never with an error, when that is known or
    /// the wait is over.
    Mono<Boolean> record(ClickToken token, ServedCreative served, @Nullable String invalidTraffic) {
        return Mono.defer(() -> append(token, served, invalidTraffic))
                .timeout(longestWait)
                .thenReturn(true)
                .doOnSuccess(_ -> recorded.increment())
                .onErrorResume(failure -> {
                    (failure instanceof TimeoutException ? late : lost).increment();
                    return Mono.just(false);
                });
    }

    private Mono<Void> append(
            ClickToken token, ServedCreative served, @Nullable String invalidTraffic) {
        Instant now = clock.instant();
        return Mono.fromFuture(
                sink.append(
                        ClickCodec.entry(token, served, eventIds.next(now), now, invalidTraffic),
                        AppendPriority.FIRST),
                true);
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("interlude.ingest.clicks")
                .description("Followed click URLs, by whether they were durable in time")
                .tag("outcome", outcome)
                .register(meters);
    }
}
