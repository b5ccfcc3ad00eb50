package io.interlude.report.live;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.schema.Granularity;
import io.interlude.state.query.CellsRead;
import io.interlude.state.query.RollupQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/// One poller for each org that somebody watches, however many watch it. It starts with the first
/// watcher and stops with the last. A message is made once and sent to all. Safe for use by many
/// threads.
public final class LiveHub implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveHub.class);
    private static final Duration READ_DEADLINE = Duration.ofSeconds(2);
    private static final ServerSentEvent<String> UNAVAILABLE =
            ServerSentEvent.builder("{\"reason\":\"state_unavailable\"}")
                    .event("unavailable")
                    .build();

    private final RollupQuery cells;
    private final Catalogues catalogues;
    private final InstantSource clock;
    private final Duration interval;
    private final Map<OrgId, Flux<ServerSentEvent<String>>> pollers = new ConcurrentHashMap<>();
    private final Sinks.Empty<Void> closed = Sinks.empty();

    /// @param interval between two messages
    public LiveHub(
            RollupQuery cells, Catalogues catalogues, InstantSource clock, Duration interval) {
        this.cells = cells;
        this.catalogues = catalogues;
        this.clock = clock;
        this.interval = interval;
    }

    /// The messages of the org from now on, the latest one first. A watcher that reads too slowly
    /// misses messages, never sees them late. While the cells cannot be read the messages are
    /// events of the name `unavailable`. Ends when the hub is closed.
    public Flux<ServerSentEvent<String>> watch(OrgId orgId) {
        return Flux.defer(() -> pollers.computeIfAbsent(orgId, this::poller))
                .onBackpressureLatest();
    }

    /// Ends every stream, so that a server that waits for its answers can stop.
    @Override
    public void close() {
        closed.tryEmitEmpty();
    }

    /// Orgs that are watched now.
    public int pollers() {
        return pollers.size();
    }

    private Flux<ServerSentEvent<String>> poller(OrgId orgId) {
        return Flux.defer(() -> messages(orgId))
                .doFinally(_ -> pollers.remove(orgId))
                .replay(1)
                .refCount();
    }

    private Flux<ServerSentEvent<String>> messages(OrgId orgId) {
        LiveWindow window = new LiveWindow();
        return Flux.interval(Duration.ZERO, interval)
                .onBackpressureDrop()
                .concatMap(_ -> message(orgId, window), 1)
                .takeUntilOther(closed.asMono());
    }

    private Mono<ServerSentEvent<String>> message(OrgId orgId, LiveWindow window) {
        return Mono.defer(
                        () -> {
                            Instant now = clock.instant();
                            return Mono.fromFuture(read(orgId, now))
                                    .timeout(READ_DEADLINE)
                                    .map(found -> frame(window, now, found));
                        })
                .map(frame -> event(orgId, frame))
                .onErrorResume(cause -> unavailable(orgId, cause));
    }

    private static LiveFrame frame(LiveWindow window, Instant now, CellsRead found) {
        return found.missingPartitions() == 0
                ? window.advance(now, found.cells())
                : LiveWindow.partial(now, found.cells(), found.missingPartitions());
    }

    private CompletableFuture<CellsRead> read(OrgId orgId, Instant now) {
        return cells.readableCells(
                orgId, Granularity.minute, LiveWindow.firstCell(now), LiveWindow.endOfCells(now));
    }

    private ServerSentEvent<String> event(OrgId orgId, LiveFrame frame) {
        String data = Json.MAPPER.writeValueAsString(LiveJson.of(frame, catalogues.org(orgId)));
        return ServerSentEvent.builder(data).retry(interval).build();
    }

    private static Mono<ServerSentEvent<String>> unavailable(OrgId orgId, Throwable cause) {
        LOG.debug("live_unavailable org={} cause={}", orgId, cause.toString());
        return Mono.just(UNAVAILABLE);
    }
}
