package io.interlude.report.live;

import io.interlude.catalogue.key.Caller;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.web.access.Authenticator;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.server.RequestLoop;
import java.util.function.BooleanSupplier;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// `GET /v1/reports/live`: Server-Sent Events, one message a second. The key is checked again for
/// every message, so that a revoked key ends the stream too.
public final class LiveHandler implements RouteGroup {
    /// What a stream holds: one message of most lines, while its client takes it.
    public static final int STREAM_BYTES = 512 * 1_024;

    private final Authenticator authenticator;
    private final LiveHub hub;
    private final OpenStreams open;

    /// @param streamsPerKey most streams of a key at once
    /// @param streamsPerOrg most streams of an org at once
    public LiveHandler(
            Authenticator authenticator, LiveHub hub, int streamsPerKey, int streamsPerOrg) {
        this.authenticator = authenticator;
        this.hub = hub;
        this.open = new OpenStreams(streamsPerKey, streamsPerOrg);
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/live", this::live);
    }

    /// Streams open now.
    public int watchers() {
        return open.count();
    }

    private Mono<ServerResponse> live(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, ReportHandler.READERS);
        Flux<ServerSentEvent<String>> watched =
                hub.watch(caller.orgId(), ReportQueryCodec.attribution(request.queryParams()));
        Place place = Place.of(request);
        place.take(STREAM_BYTES);
        open.open(caller);
        place.onClose(() -> open.close(caller));
        BooleanSupplier takesMore = RequestLoop.takesMore(request);
        Flux<ServerSentEvent<String>> messages =
                watched
                        // Of a client that reads slowly one message waits, not many.
                        .filter(_ -> takesMore.getAsBoolean())
                        .takeWhile(_ -> authenticator.stillAdmits(request));
        return ServerResponse.ok()
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .header("Cache-Control", "no-store")
                // Keeps reverse proxies from collecting messages.
                .header("X-Accel-Buffering", "no")
                .body(BodyInserters.fromServerSentEvents(messages));
    }
}
