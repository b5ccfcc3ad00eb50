package io.interlude.report.live;

import io.interlude.kit.http.Problem;
import io.interlude.kit.http.ProblemException;
import io.interlude.kit.http.Reason;
import io.interlude.kit.http.RouteGroup;
import io.interlude.kit.http.RouteTable;
import io.interlude.kit.keys.Authenticator;
import io.interlude.kit.keys.Caller;
import io.interlude.report.rollup.ReportHandler;
import java.util.concurrent.atomic.AtomicInteger;
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
    /// Streams open at a time in this process.
    static final int MAX_WATCHERS = 1_000;

    private final Authenticator authenticator;
    private final LiveHub hub;
    private final AtomicInteger watchers = new AtomicInteger();

    public LiveHandler(Authenticator authenticator, LiveHub hub) {
        this.authenticator = authenticator;
        this.hub = hub;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/live", this::live);
    }

    /// Streams open now.
    public int watchers() {
        return watchers.get();
    }

    private Mono<ServerResponse> live(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, ReportHandler.READERS);
        if (watchers.get() >= MAX_WATCHERS) {
            throw Problem.of(
                            Reason.RATE_LIMITED,
                            "Too many live streams are open: close one, or try again later.")
                    .exception();
        }
        Flux<ServerSentEvent<String>> messages =
                hub.watch(caller.orgId())
                        .takeWhile(_ -> mayStillRead(request))
                        .doOnSubscribe(_ -> watchers.incrementAndGet())
                        .doFinally(_ -> watchers.decrementAndGet());
        return ServerResponse.ok()
                .contentType(MediaType.TEXT_EVENT_STREAM)
                .header("Cache-Control", "no-store")
                // Keeps reverse proxies from collecting messages.
                .header("X-Accel-Buffering", "no")
                .body(BodyInserters.fromServerSentEvents(messages));
    }

    private boolean mayStillRead(ServerRequest request) {
        try {
            authenticator.authenticate(request, ReportHandler.READERS);
            return true;
        } catch (ProblemException refused) {
            return refused.problem().reason() == Reason.RATE_LIMITED;
        }
    }
}
