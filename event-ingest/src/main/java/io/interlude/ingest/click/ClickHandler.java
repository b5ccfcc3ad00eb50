package io.interlude.ingest.click;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.Catalogues.ServedCreative;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.ClickTokens.ClickToken;
import io.interlude.ingest.traffic.InvalidTraffic;
import io.interlude.ingest.traffic.TrafficClass;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.server.RequestLoop;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /c/{token}`: records a click and redirects to the action's target. `HEAD` redirects and
/// records nothing. Redirects only to targets of the catalogue, so it is no open redirect.
///
/// A click that was not recorded is redirected too, because a person waits; by 307 rather than 302,
/// so that 302 is a promise.
public final class ClickHandler implements RouteGroup {
    private static final String PATTERN = "/c/{token}";
    private static final int RECORDED = 302;
    private static final int UNRECORDED = 307;

    private final ClickTokens tokens;
    private final Catalogues catalogues;
    private final ClickRecorder recorder;
    private final InvalidTraffic invalidTraffic;
    private final InstantSource clock;
    private final String sandboxTarget;

    /// @param sandboxTarget where the links of sandbox ads lead
    public ClickHandler(
            ClickTokens tokens,
            Catalogues catalogues,
            ClickRecorder recorder,
            InvalidTraffic invalidTraffic,
            InstantSource clock,
            String sandboxTarget) {
        this.tokens = tokens;
        this.catalogues = catalogues;
        this.recorder = recorder;
        this.invalidTraffic = invalidTraffic;
        this.clock = clock;
        this.sandboxTarget = sandboxTarget;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATTERN, request -> follow(request, true))
                .handle(HttpMethod.HEAD, PATTERN, request -> follow(request, false));
    }

    private Mono<ServerResponse> follow(ServerRequest request, boolean counted) {
        ClickToken token =
                tokens.verify(request.pathVariable("token")).orElseThrow(ClickHandler::notFound);
        if (token.fetchId().sandbox()) {
            return redirect(sandboxTarget);
        }
        ServedCreative served =
                catalogues
                        .served(new ServedCreativeKey(token.servedCreativeBits()))
                        .orElseThrow(ClickHandler::notFound);
        String target = target(token, served).orElseThrow(ClickHandler::notFound);
        return counted
                ? record(request, token, served)
                        .flatMap(recorded -> recorded ? redirect(target) : unrecorded(target))
                : redirect(target);
    }

    private Mono<Boolean> record(ServerRequest request, ClickToken token, ServedCreative served) {
        String trafficClass =
                invalidTraffic
                        .ofClick(request, token.fetchId(), clock.instant())
                        .map(TrafficClass::label)
                        .orElse(null);
        return recorder.record(token, served, trafficClass).publishOn(RequestLoop.of(request));
    }

    private static Optional<String> target(ClickToken token, ServedCreative served) {
        return ClickTarget.of(served.creative().content(), token.actionIndex(), token.fetchId());
    }

    private static Mono<ServerResponse> redirect(String target) {
        return Answers.empty(RECORDED, headers(target));
    }

    private static Mono<ServerResponse> unrecorded(String target) {
        Map<String, String> headers = new HashMap<>(headers(target));
        headers.put("X-Interlude-Reason", Reason.JOURNAL_UNAVAILABLE.wireName());
        return Answers.empty(UNRECORDED, headers);
    }

    private static Map<String, String> headers(String target) {
        return Map.of(
                "Location",
                target,
                "Cache-Control",
                "no-store",
                "Referrer-Policy",
                "no-referrer",
                "X-Robots-Tag",
                "noindex, nofollow");
    }

    private static RuntimeException notFound() {
        return Problem.of(
                        Reason.NOT_FOUND,
                        "This link leads nowhere: use click URLs exactly as a fetch gave them.")
                .exception();
    }
}
