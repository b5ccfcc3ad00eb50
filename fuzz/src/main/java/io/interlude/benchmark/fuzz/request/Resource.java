package io.interlude.benchmark.fuzz.request;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The kinds of resources under `/v1/manage`.
public enum Resource {
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
            "{\"id\":\"%s\",\"name\":\"R\",\"query\":\"groupBy=campaign\"}"),
    ADVERTISERS(
            "advertisers",
            "advertiser",
            "{\"id\":\"%s\",\"name\":\"A\",\"domains\":[\"shop.example.com\"]}"),
    CONVERSION_GOALS(
            "conversion-goals",
            "goal",
            "{\"id\":\"%s\",\"name\":\"G\",\"match\":{\"names\":[\"purchase\"]}}"),
    USERS(
            "users",
            "user",
            "{\"id\":\"%1$s\",\"email\":\"%1$s@shop.example.com\",\"name\":\"U\",\"role\":\"viewer\"}");

    private static final String ONE = "/{id}";
    private static final Set<Resource> OPEN_TO_READ_KEYS =
            EnumSet.of(SAVED_REPORTS, ADVERTISERS, CONVERSION_GOALS);

    private final String segment;
    private final String existingId;
    private final String body;

    Resource(String segment, String existingId, String body) {
        this.segment = segment;
        this.existingId = existingId;
        this.body = body;
    }

    public String path() {
        return "/v1/manage/" + segment;
    }

    public String existing() {
        return path() + '/' + existingId;
    }

    public String existingId() {
        return existingId;
    }

    /// A good body under an id.
    public String body(String id) {
        return body.formatted(id);
    }

    /// The routes of the kind.
    ///
    /// @param wrongKeys a key of each kind that may neither read nor change any
    /// @param noReaders those of them that may not read the kinds that are open to read keys
    public List<DescribedRoute> routes(
            List<String> wrongKeys, List<String> noReaders, String goodKey) {
        String pattern = path() + ONE;
        List<String> wrongToRead = OPEN_TO_READ_KEYS.contains(this) ? noReaders : wrongKeys;
        List<DescribedRoute> routes = new ArrayList<>(changes(pattern, wrongKeys, goodKey));
        routes.add(DescribedRoute.get(path(), path(), wrongToRead, goodKey));
        routes.add(DescribedRoute.get(pattern, existing(), wrongToRead, goodKey));
        String history = "/history";
        routes.add(DescribedRoute.get(pattern + history, existing() + history, wrongKeys, goodKey));
        if (this == KEYS) {
            String use = "/use";
            routes.add(DescribedRoute.get(pattern + use, existing() + use, wrongKeys, goodKey));
            routes.add(action(pattern, ":rotate", "{}", wrongKeys, goodKey));
        } else {
            routes.add(action(pattern, ":restore", "{\"revision\":1}", wrongKeys, goodKey));
        }
        return routes;
    }

    private DescribedRoute action(
            String pattern, String action, String body, List<String> wrongKeys, String goodKey) {
        return new DescribedRoute(
                "POST",
                pattern + action,
                existing() + action,
                wrongKeys,
                goodKey,
                body,
                this == KEYS,
                64 << 10);
    }

    private List<DescribedRoute> changes(String pattern, List<String> wrongKeys, String goodKey) {
        return List.of(
                DescribedRoute.post(path(), wrongKeys, goodKey, body("never-made"), false),
                new DescribedRoute(
                        "PUT",
                        pattern,
                        existing(),
                        wrongKeys,
                        goodKey,
                        body(existingId),
                        false,
                        64 << 10),
                new DescribedRoute(
                        "DELETE", pattern, existing(), wrongKeys, goodKey, "", true, 64 << 10));
    }
}
