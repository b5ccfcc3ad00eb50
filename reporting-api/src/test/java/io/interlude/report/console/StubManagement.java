package io.interlude.report.console;

import io.interlude.journal.json.Json;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// Answers of the management API for pages that show a key, a campaign with its history, and
/// subscribers. It remembers what it was asked to change.
final class StubManagement implements RouteGroup {
    private final boolean refusesReadKeys;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    StubManagement(boolean refusesReadKeys) {
        this.refusesReadKeys = refusesReadKeys;
    }

    /// Method, path, condition and body of every change, in order.
    List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public void register(RouteTable routes) {
        String campaign = "/v1/manage/campaigns/{id}";
        routes.handle(HttpMethod.GET, "/v1/manage/applications", this::applications)
                .handle(HttpMethod.GET, "/v1/audits", _ -> json(200, NONE))
                .handle(HttpMethod.GET, "/v1/reports/delivery", _ -> json(200, NONE))
                .handle(HttpMethod.GET, "/v1/attributions", _ -> json(200, ATTRIBUTIONS))
                .handle(HttpMethod.POST, "/v1/attributions", request -> changed(request, "{}"))
                .handle(HttpMethod.GET, "/v1/manage/keys", _ -> json(200, KEYS))
                .handle(HttpMethod.GET, "/v1/manage/campaigns", _ -> json(200, NONE))
                .handle(HttpMethod.GET, "/v1/manage/ad-units", _ -> json(200, NONE))
                .handle(HttpMethod.GET, "/v1/manage/line-items", _ -> json(200, NONE))
                .handle(HttpMethod.GET, "/v1/manage/creatives", _ -> json(200, NONE))
                .handle(HttpMethod.GET, "/v1/manage/advertisers", _ -> json(200, ADVERTISERS))
                .handle(
                        HttpMethod.POST,
                        "/v1/manage/advertisers",
                        request -> changed(request, "{}"))
                .handle(HttpMethod.GET, "/v1/manage/conversion-goals", _ -> json(200, GOALS))
                .handle(
                        HttpMethod.POST,
                        "/v1/manage/conversion-goals",
                        request -> changed(request, "{}"))
                .handle(HttpMethod.GET, "/v1/manage/settings", _ -> settings())
                .handle(
                        HttpMethod.PUT,
                        "/v1/manage/settings",
                        request -> changed(request, SETTINGS))
                .handle(HttpMethod.GET, "/v1/manage/users", _ -> json(200, USERS))
                .handle(
                        HttpMethod.GET,
                        "/v1/manage/erasures",
                        _ -> json(200, "{\"items\": [" + RECEIPT + "]}"))
                .handle(HttpMethod.POST, "/v1/manage/users", request -> changed(request, "{}"))
                .handle(HttpMethod.GET, campaign, _ -> campaign())
                .handle(HttpMethod.GET, campaign + "/history", _ -> json(200, HISTORY))
                .handle(HttpMethod.POST, campaign + ":restore", request -> restore(request))
                .handle(HttpMethod.POST, "/v1/manage/keys/{id}:rotate", request -> rotate(request))
                .handle(
                        HttpMethod.DELETE,
                        "/v1/manage/subscribers/{id}",
                        request -> changed(request, RECEIPT));
    }

    private Mono<ServerResponse> applications(ServerRequest request) {
        String bearer = request.headers().firstHeader("Authorization");
        if (refusesReadKeys && String.valueOf(bearer).contains("il_read")) {
            throw Problem.of(Reason.KEY_NOT_ALLOWED, "A read key may not do this.").exception();
        }
        return json(200, APPLICATIONS);
    }

    private static Mono<ServerResponse> campaign() {
        return Answers.json(200, Json.MAPPER.readTree(CAMPAIGN), Map.of("ETag", "\"3\""));
    }

    private static Mono<ServerResponse> settings() {
        return Answers.json(200, Json.MAPPER.readTree(SETTINGS), Map.of("ETag", "\"5\""));
    }

    private Mono<ServerResponse> restore(ServerRequest request) {
        return changed(request, CAMPAIGN);
    }

    private Mono<ServerResponse> rotate(ServerRequest request) {
        return changed(request, ROTATED);
    }

    private Mono<ServerResponse> changed(ServerRequest request, String answer) {
        return request.bodyToMono(String.class)
                .defaultIfEmpty("")
                .flatMap(body -> {
                    String condition = request.headers().firstHeader("If-Match");
                    asked.add(
                            "%s %s %s %s"
                                    .formatted(
                                            request.method(),
                                            request.uri().getRawPath(),
                                            condition,
                                            body));
                    return json(200, answer);
                });
    }

    private static Mono<ServerResponse> json(int status, String body) {
        return Answers.json(status, Json.MAPPER.readTree(body));
    }

    private static final String NONE = "{\"items\": []}";

    private static final String APPLICATIONS =
            """
            {"items": [{"id": "app", "name": "<b>App</b>", "version": 1}]}\
            """;

    private static final String KEYS =
            """
            {"items": [{"id": "k1", "kind": "fetch", "applicationId": "app", "rateLimitPerSecond": 50,
                        "lastUsedAt": "2026-03-01T10:00:00Z"}]}\
            """;

    private static final String USERS =
            """
            {"items": [{"id": "ann", "name": "<b>Ann</b>", "email": "ann@example.com",
                        "role": "approver", "version": 1}]}\
            """;

    private static final String ADVERTISERS =
            """
            {"items": [{"id": "fern", "name": "<b>Fernhill</b>", "domains": ["fernhill.example"],
                        "categories": ["2"], "version": 1}]}\
            """;

    private static final String GOALS =
            """
            {"items": [{"id": "buy", "name": "<b>Purchase</b>", "match": {"names": ["purchase"]},
                        "count": "one", "clickWindow": "P30D", "viewWindow": "PT0S", "version": 1}]}\
            """;

    private static final String ATTRIBUTIONS =
            """
            {"items": [{"id": "week", "name": "<b>A week</b>", "status": "current", "progress": 1,
                        "overrides": {"buy": {"clickWindow": "P7D"}}},
                       {"id": "far", "name": "A year", "status": "failed", "progress": 0,
                        "overrides": {}}]}\
            """;

    private static final String SETTINGS =
            """
            {"currency": "EUR", "rates": {"USD": "0.92"}, "ranking": "value",
             "suitability": {"decline": ["grief"]}, "adLoad": {"minGap": "PT10M"},
             "blocked": {"categories": ["2"]}, "version": 5}\
            """;

    private static final String ROTATED =
            """
            {"key": "il_fetch_new", "previousExpiresAt": "2026-03-02T10:00:00Z"}\
            """;

    private static final String CAMPAIGN =
            """
            {"id": "c1", "name": "Autumn", "advertiserName": "Fernhill", "status": "paused",
             "frequencyCaps": [], "version": 3}\
            """;

    private static final String HISTORY =
            """
            {"items": [
              {"revision": 9, "changedAt": "2026-03-01T10:00:00Z", "keyId": "k-ann", "kind": "changed",
               "changes": [{"path": "status", "before": "active", "after": "paused"}]},
              {"revision": 4, "changedAt": "2026-02-01T10:00:00Z", "keyId": "k-bob", "kind": "created",
               "changes": []}]}\
            """;

    private static final String RECEIPT =
            """
            {"receiptId": "r-77", "erasedAt": "2026-03-01T10:30:00Z"}\
            """;
}
