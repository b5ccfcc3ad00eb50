package io.interlude.ingest.feedback;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.Catalogues.ServedCreative;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.explain.AdReasons;
import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.ClickTokens.ClickToken;
import io.interlude.domain.matching.FeedbackKind;
import io.interlude.ingest.event.EventAnswers;
import io.interlude.ingest.event.EventOutcome;
import io.interlude.schema.EventSource;
import io.interlude.web.access.RateLimits;
import io.interlude.web.answer.Accepted;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.JsonBodies;
import io.interlude.web.answer.RequestBodies;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import io.interlude.web.server.RequestLoop;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.StringNode;

/// `GET /w/{token}`: why a reader sees an ad, as a page, or as JSON where that is asked for. `POST`
/// of the same path takes what the reader says of it. The token is the permission: it is signed,
/// names one fetch, and says no more of it than the page does.
public final class WhyHandler implements RouteGroup {
    private static final String PATTERN = "/w/{token}";
    private static final int MAX_BODY_BYTES = 4 * 1_024;
    private static final String FORM_FIELD = "kind=";
    private static final List<String> NOT_KEPT = List.of("conversation", "subscriberId", "address");

    private final ClickTokens tokens;
    private final Catalogues catalogues;
    private final CatalogueRecords records;
    private final FeedbackRecorder recorder;
    private final Duration window;
    private final RateLimits limits;
    private final InstantSource clock;

    /// @param tokens as [ClickTokens#ofReasons] makes them
    /// @param window as [FeedbackHandler] has it
    /// @param limits bound what comes from one address: each thing said is a record
    public WhyHandler(
            ClickTokens tokens,
            Catalogues catalogues,
            CatalogueRecords records,
            FeedbackRecorder recorder,
            Duration window,
            RateLimits limits,
            InstantSource clock) {
        this.tokens = tokens;
        this.catalogues = catalogues;
        this.records = records;
        this.recorder = recorder;
        this.window = window;
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATTERN, this::show)
                .handle(HttpMethod.POST, PATTERN, this::say);
    }

    private Mono<ServerResponse> show(ServerRequest request) {
        Shown shown = shown(request);
        return wantsJson(request) ? Answers.json(200, Why.of(shown)) : page(200, shown, null);
    }

    private Mono<ServerResponse> say(ServerRequest request) {
        limits.admitStranger(request.remoteAddress());
        Shown shown = shown(request);
        boolean form = isForm(request);
        return (form ? ofForm(request) : ofJson(request))
                .map(kind -> feedback(shown, kind))
                .flatMap(feedback ->
                        recorder.record(feedback)
                                .publishOn(RequestLoop.of(request))
                                .flatMap(outcome ->
                                        form && outcome instanceof EventOutcome.Recorded
                                                ? page(201, shown, feedback.kind())
                                                : EventAnswers.answer(outcome)));
    }

    private Feedback feedback(Shown shown, FeedbackKind kind) {
        if (shown.token().fetchId().madeAt().isBefore(clock.instant().minus(window))) {
            throw Problem.of(
                            Reason.NOT_FOUND,
                            "Something can be said of an ad for %d days after it was fetched."
                                    .formatted(window.toDays()))
                    .exception();
        }
        return new Feedback(
                shown.served().orgId(),
                null,
                null,
                shown.token().fetchId(),
                kind,
                EventSource.redirect,
                clock.instant());
    }

    private static Mono<FeedbackKind> ofJson(ServerRequest request) {
        return JsonBodies.objectOfAnyNumbers(request, MAX_BODY_BYTES)
                .map(body -> FeedbackHandler.kind(body.path("kind")));
    }

    /// The page's own form, which has one field.
    private static Mono<FeedbackKind> ofForm(ServerRequest request) {
        return RequestBodies.read(request, MAX_BODY_BYTES)
                .defaultIfEmpty(new byte[0])
                .map(bytes -> new String(bytes, UTF_8))
                .map(text -> text.startsWith(FORM_FIELD) ? text.substring(FORM_FIELD.length()) : "")
                .map(kind -> FeedbackHandler.kind(StringNode.valueOf(kind)));
    }

    private Shown shown(ServerRequest request) {
        ClickToken token =
                tokens.verify(request.pathVariable("token")).orElseThrow(WhyHandler::notFound);
        ServedCreative served =
                catalogues
                        .served(new ServedCreativeKey(token.servedCreativeBits()))
                        .orElseThrow(WhyHandler::notFound);
        return new Shown(
                token,
                served,
                AdReasons.ofBits(token.actionIndex()),
                WhyAdvertiser.of(records, served));
    }

    private record Why(
            String advertiser,
            String paidBy,
            String chosenBy,
            List<String> used,
            List<String> notKept) {
        static Why of(Shown shown) {
            AdReasons reasons = shown.reasons();
            return new Why(
                    shown.advertiser().name(),
                    shown.advertiser().paidBy(),
                    reasons.chosenBy().wireName(),
                    reasons.used().stream().map(AdReasons.Used::wireName).sorted().toList(),
                    NOT_KEPT);
        }
    }

    private static Mono<ServerResponse> page(int status, Shown shown, @Nullable FeedbackKind said) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Cache-Control", "no-store");
        headers.put("Content-Security-Policy", WhyPage.POLICY);
        // Without an origin a browser's own form would look like that of another page.
        headers.put("Referrer-Policy", "same-origin");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Robots-Tag", "noindex, nofollow");
        return Answers.bytes(
                status,
                "text/html;charset=UTF-8",
                WhyPage.of(shown.advertiser(), shown.reasons(), said).getBytes(UTF_8),
                headers);
    }

    private static boolean wantsJson(ServerRequest request) {
        return Accepted.preferred(request, MediaType.TEXT_HTML, MediaType.APPLICATION_JSON)
                .isPresent();
    }

    private static boolean isForm(ServerRequest request) {
        return request.headers()
                .contentType()
                .filter(MediaType.APPLICATION_FORM_URLENCODED::equalsTypeAndSubtype)
                .isPresent();
    }

    private static RuntimeException notFound() {
        return Problem.of(
                        Reason.NOT_FOUND,
                        "This link explains no ad: use it exactly as a fetch gave it.")
                .exception();
    }

    private record Shown(
            ClickToken token, ServedCreative served, AdReasons reasons, WhyAdvertiser advertiser) {}
}
