package io.interlude.report.live;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.report.rollup.CellDifferences;
import io.interlude.schema.Granularity;
import io.interlude.state.query.RollupQuery;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/// One poller for each org, and each of its versions of attribution, that somebody watches, however
/// many watch it. It starts with the first watcher and stops with the last. A message is made once
/// and sent to all. Safe for use by many threads.
public final class LiveHub implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveHub.class);
    private static final Duration READ_DEADLINE = Duration.ofSeconds(2);
    private static final ServerSentEvent<String> UNAVAILABLE =
            ServerSentEvent.builder("{\"reason\":\"state_unavailable\"}")
                    .event("unavailable")
                    .build();

    private final RollupQuery cells;
    private final CellDifferences.Versions versions;
    private final Catalogues catalogues;
    private final InstantSource clock;
    private final Duration interval;
    private final Map<Watched, Flux<ServerSentEvent<String>>> pollers = new ConcurrentHashMap<>();
    private final Sinks.Empty<Void> closed = Sinks.empty();

    /// @param interval between two messages
    public LiveHub(
            RollupQuery cells,
            CellDifferences.Versions versions,
            Catalogues catalogues,
            InstantSource clock,
            Duration interval) {
        this.cells = cells;
        this.versions = versions;
        this.catalogues = catalogues;
        this.clock = clock;
        this.interval = interval;
    }

    /// The messages of the org from now on, the latest one first. A watcher that reads too slowly
    /// misses messages, never sees them late. While the cells cannot be read, or the version is not
    /// folded up to now, the messages are events of the name `unavailable`. Ends when the hub is
    /// closed.
    ///
    /// @param attribution id of the version that counts the conversions; null for what is booked
    /// @throws ProblemException `invalid_request` for an unknown version
    public Flux<ServerSentEvent<String>> watch(OrgId orgId, @Nullable String attribution) {
        refuseUnknown(orgId, attribution);
        Watched watched = new Watched(orgId, attribution);
        return Flux.defer(() -> pollers.computeIfAbsent(watched, this::poller))
                .onBackpressureLatest();
    }

    private void refuseUnknown(OrgId orgId, @Nullable String attribution) {
        try {
            var _ = versions.of(orgId, attribution);
        } catch (ProblemException refused) {
            if (refused.problem().reason() != Reason.STATE_UNAVAILABLE) {
                throw refused;
            }
        }
    }

    /// Ends every stream, so that a server that waits for its answers can stop.
    @Override
    public void close() {
        closed.tryEmitEmpty();
    }

    /// Orgs and versions that are watched now.
    public int pollers() {
        return pollers.size();
    }

    private Flux<ServerSentEvent<String>> poller(Watched watched) {
        return Flux.defer(() -> messages(watched))
                .doFinally(_ -> pollers.remove(watched))
                .replay(1)
                .refCount();
    }

    private Flux<ServerSentEvent<String>> messages(Watched watched) {
        LiveWindow window = new LiveWindow();
        return Flux.interval(Duration.ZERO, interval)
                .onBackpressureDrop()
                .concatMap(_ -> message(watched, window), 1)
                .takeUntilOther(closed.asMono());
    }

    private Mono<ServerSentEvent<String>> message(Watched watched, LiveWindow window) {
        return Mono.defer(
                        () -> {
                            Instant now = clock.instant();
                            LiveCells found = new LiveCells(now);
                            // First: a version is never ahead of the booked cells.
                            versions.of(watched.orgId(), watched.attribution())
                                    .forEach(
                                            LiveWindow.firstCell(now),
                                            LiveWindow.endOfCells(now),
                                            found);
                            return Mono.fromFuture(read(watched.orgId(), now, found))
                                    .timeout(READ_DEADLINE)
                                    .map(missing ->
                                            missing == 0
                                                    ? window.advance(now, found)
                                                    : LiveWindow.partial(now, found, missing));
                        })
                .map(frame -> event(watched.orgId(), frame))
                .onErrorResume(cause -> unavailable(watched.orgId(), cause));
    }

    private CompletableFuture<Integer> read(OrgId orgId, Instant now, LiveCells found) {
        return cells.forEachReadable(
                orgId,
                Granularity.minute,
                LiveWindow.firstCell(now),
                LiveWindow.endOfCells(now),
                found);
    }

    private ServerSentEvent<String> event(OrgId orgId, LiveFrame frame) {
        String data = Json.MAPPER.writeValueAsString(LiveJson.of(frame, catalogues.org(orgId)));
        return ServerSentEvent.builder(data).retry(interval).build();
    }

    private static Mono<ServerSentEvent<String>> unavailable(OrgId orgId, Throwable cause) {
        LOG.debug("live_unavailable org={} cause={}", orgId, cause.toString());
        return Mono.just(UNAVAILABLE);
    }

    /// The numbers that a poller reads.
    private record Watched(OrgId orgId, @Nullable String attribution) {}
}
