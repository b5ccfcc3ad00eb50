package io.interlude.benchmark.fuzz;

import java.util.ArrayList;
import java.util.List;

/// The kinds of resources under `/v1/manage`.
enum Resource {
    APPLICATIONS("applications", "app", "{\"id\":\"%s\",\"name\":\"App\"}"),
    KEYS("keys", "no-such-key", "{\"id\":\"%s\",\"kind\":\"fetch\",\"applicationId\":\"app\"}"),
    AD_UNITS("ad-units", "unit", "{\"id\":\"%s\",\"code\":\"unit\",\"name\":\"Unit\"}"),
    CAMPAIGNS(
            "campaigns",
            "campaign",
            "{\"id\":\"%s\",\"name\":\"C\",\"advertiserName\":\"A\",\"status\":\"active\"}"),
    LINE_ITEMS(
            "line-items",
            "item",
            """
            {"id":"%s","campaignId":"campaign","name":"I","status":"active","timeZone":"UTC",
            "pacing":"asap","rotation":"weighted","context":{"topics":[]},
            "price":{"model":"cpm","amount":{"amount":"2.00","currency":"USD"}}}\
            """),
    CREATIVES(
            "creatives",
            "card",
            """
            {"id":"%s","lineItemId":"item","type":"card","status":"approved","card":{"title":"T",
            "disclosure":"S","actions":[{"text":"Go","url":"https://shop.example.com/"}]}}\
            """),
    SAVED_REPORTS(
            "saved-reports",
            "report",
            "{\"id\":\"%s\",\"name\":\"R\",\"query\":\"groupBy=campaign\"}");

    private static final String ONE = "/{id}";

    private final String segment;
    private final String existingId;
    private final String body;

    Resource(String segment, String existingId, String body) {
        this.segment = segment;
        this.existingId = existingId;
        this.body = body;
    }

    String path() {
        return "/v1/manage/" + segment;
    }

    String existing() {
        return path() + '/' + existingId;
    }

    String existingId() {
        return existingId;
    }

    /// A good body under an id.
    String body(String id) {
        return body.formatted(id);
    }

    List<Route> routes(List<String> wrongKeys, String goodKey) {
        String pattern = path() + ONE;
        List<Route> routes = new ArrayList<>(basic(pattern, wrongKeys, goodKey));
        String history = "/history";
        routes.add(Route.get(pattern + history, existing() + history, wrongKeys, goodKey));
        if (this == KEYS) {
            String use = "/use";
            routes.add(Route.get(pattern + use, existing() + use, wrongKeys, goodKey));
            routes.add(action(pattern, ":rotate", "{}", wrongKeys, goodKey));
        } else {
            routes.add(action(pattern, ":restore", "{\"revision\":1}", wrongKeys, goodKey));
        }
        return routes;
    }

    private Route action(
            String pattern, String action, String body, List<String> wrongKeys, String goodKey) {
        return new Route(
                "POST",
                pattern + action,
                existing() + action,
                wrongKeys,
                goodKey,
                body,
                this == KEYS,
                64 << 10);
    }

    private List<Route> basic(String pattern, List<String> wrongKeys, String goodKey) {
        return List.of(
                Route.post(path(), wrongKeys, goodKey, body("never-made"), false),
                Route.get(path(), path(), wrongKeys, goodKey),
                Route.get(pattern, existing(), wrongKeys, goodKey),
                new Route(
                        "PUT",
                        pattern,
                        existing(),
                        wrongKeys,
                        goodKey,
                        body(existingId),
                        false,
                        64 << 10),
                new Route("DELETE", pattern, existing(), wrongKeys, goodKey, "", true, 64 << 10));
    }
}
