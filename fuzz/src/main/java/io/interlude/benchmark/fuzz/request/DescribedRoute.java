package io.interlude.benchmark.fuzz.request;

import io.interlude.benchmark.fuzz.request.Expectation.Form;
import io.interlude.benchmark.fuzz.request.FuzzOrg.Keys;
import java.util.ArrayList;
import java.util.List;

/// One route of the product, as the contract has it.
///
/// @param target a path that leads to it
/// @param wrongKeys keys that it does not allow; empty where it asks for none
/// @param goodKey one that it allows; empty where it asks for none
/// @param body a JSON body that it takes; empty for none
/// @param mayBeEmpty whether a missing body is allowed too
/// @param mostBytes largest body
public record DescribedRoute(
        String method,
        String pattern,
        String target,
        List<String> wrongKeys,
        String goodKey,
        String body,
        boolean mayBeEmpty,
        int mostBytes) {
    public static final int RATE_LIMITED = 429;

    private static final int KIB = 1_024;

    /// Files of the console.
    private static final List<String> CONSOLE =
            List.of(
                    "",
                    "/",
                    "/console.css",
                    "/console.js",
                    "/api.js",
                    "/dom.js",
                    "/text.js",
                    "/range.js",
                    "/names.js",
                    "/charts.js",
                    "/icon.svg",
                    "/lib/chart.js",
                    "/live/chart.js",
                    "/live/creatives.js",
                    "/live/live.css",
                    "/live/live.js",
                    "/live/tables.js",
                    "/overview/attention.js",
                    "/overview/overview.css",
                    "/overview/overview.js",
                    "/report/builder.js",
                    "/report/saved.js",
                    "/audit/corrections.js",
                    "/report/funnel.js",
                    "/report/line-item.js",
                    "/report/metrics.js",
                    "/report/plot.js",
                    "/report/report.css",
                    "/report/report.js",
                    "/journal/decision.js",
                    "/journal/journal.css",
                    "/journal/journal.js",
                    "/journal/story.js",
                    "/audit/audit.css",
                    "/audit/audit.js",
                    "/operator",
                    "/operator/operator.css",
                    "/operator/operator.js",
                    "/flow/flow.css",
                    "/flow/flow.js",
                    "/flow/example.js",
                    "/flow/graph.js",
                    "/flow/places.js",
                    "/flow/play.js",
                    "/embed/walk.js",
                    "/embed/render-text.js");

    public String endpoint() {
        return method + ' ' + pattern;
    }

    public boolean isPixel() {
        return method.equals("GET") && pattern.equals("/v1/event");
    }

    /// Whether it must say which version it changes.
    public boolean isConditional() {
        return method.equals("PUT") || pattern.endsWith(":restore");
    }

    public boolean asksForOperator() {
        return pattern.startsWith("/v1/operator/") || pattern.startsWith("/console/operator/");
    }

    /// What a refusal of the route looks like. Wrong operator tokens keep even the right one
    /// waiting.
    public Expectation refusal(Integer... statuses) {
        if (isPixel()) {
            return Expectation.problem(200).as(Form.GIF);
        }
        Expectation refusal = Expectation.problem(statuses);
        return asksForOperator() ? refusal.or(RATE_LIMITED) : refusal;
    }

    /// All routes that ask for a key.
    public static List<DescribedRoute> keyed(FuzzOrg org) {
        List<DescribedRoute> routes = new ArrayList<>(serving(org));
        routes.addAll(reading(org.keys()));
        routes.addAll(calculating(org.keys()));
        routes.addAll(managing(org));
        return routes;
    }

    /// All routes that ask for none and have no form of their own. A new one is added here; the
    /// fuzzer says which it did not reach.
    public static List<DescribedRoute> open() {
        List<DescribedRoute> routes = new ArrayList<>();
        for (String path :
                List.of(
                        "/health/live",
                        "/health/ready",
                        "/metrics",
                        "/schemas/flow-1.json",
                        "/v1/journal/manifests/keys",
                        "/console/operator/session",
                        "/console/session",
                        "/console/sign-in",
                        "/console/oidc",
                        "/console/oidc/callback",
                        "/console/oidc/sign-out",
                        "/registry")) {
            routes.add(open("GET", path));
        }
        for (String file :
                List.of(
                        "",
                        "interlude-client-0.1.0.tgz",
                        "interlude_client-0.1.0-py3-none-any.whl",
                        "interlude-client-0.1.0.jar",
                        "flow-executor-0.1.0.jar",
                        "maven/io/interlude/interlude-client/0.1.0/interlude-client-0.1.0.jar",
                        "maven/io/interlude/interlude-client/0.1.0/interlude-client-0.1.0.pom",
                        "maven/io/interlude/flow-executor/0.1.0/flow-executor-0.1.0.jar",
                        "maven/io/interlude/flow-executor/0.1.0/flow-executor-0.1.0.pom")) {
            addPage(routes, "/sdk/" + file);
        }
        for (String file : CONSOLE) {
            addPage(routes, "/console" + file);
        }
        for (String file :
                List.of("", "/page.css", "/chat.js", "/harbour.svg", "/train.svg", "/landing")) {
            addPage(routes, "/demo/embed" + file);
        }
        addPage(routes, "/docs");
        addPage(routes, "/docs/");
        for (String method : List.of("GET", "HEAD")) {
            routes.add(open(method, "/docs/reports").as("/docs/{*file}"));
        }
        addPage(routes, "/asyncapi.json");
        addPage(routes, "/v1/guarantees");
        addPage(routes, "/openapi.json");
        addPage(routes, "/embed/interlude.js");
        addPage(routes, "/embed/interlude.json");
        for (String method : List.of("GET", "HEAD")) {
            DescribedRoute version = open(method, "/embed/other/interlude.js");
            routes.add(version.as("/embed/{version}/interlude.js"));
        }
        return routes;
    }

    private static void addPage(List<DescribedRoute> routes, String path) {
        routes.add(open("GET", path));
        routes.add(open("HEAD", path));
    }

    private static DescribedRoute open(String method, String path) {
        return new DescribedRoute(method, path, path, List.of(), "", "", true, 64 * KIB);
    }

    private static List<DescribedRoute> serving(FuzzOrg org) {
        Keys keys = org.keys();
        String fetch = "/v1/fetch/v2";
        List<String> readers = List.of(keys.read());
        List<String> others = List.of(keys.read(), keys.tag());
        String event = FuzzOrg.goodEvent(org.fetchIds().getFirst());
        String offline = "{\"messageId\":\"" + org.fetchIds().getFirst() + "\"}";
        String feedback =
                "{\"messageId\":\"" + org.fetchIds().getFirst() + "\",\"kind\":\"repetitive\"}";
        String batch = "{\"events\":[" + event + "]}";
        return List.of(
                post(fetch, readers, keys.fetch(), "{\"adUnit\":\"unit\"}", true),
                get(fetch, fetch + "?adUnit=unit", readers, keys.fetch()),
                post("/v1/event", others, keys.fetch(), event, false),
                post("/v1/events", others, keys.fetch(), batch, false).ofAtMost(KIB * KIB),
                post("/v1/event/offlineConversion", others, keys.mgmt(), offline, false),
                post("/v1/feedback", readers, keys.fetch(), feedback, false),
                get("/v1/event", "/v1/event?name=buy", readers, keys.fetch()),
                post(
                        "/mcp",
                        List.of(keys.tag()),
                        keys.fetch(),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
                        false),
                // A dry run: what it finds is not taken back.
                post(
                        "/v1/corrections",
                        List.of(keys.fetch(), keys.tag(), keys.read()),
                        keys.mgmt(),
                        "{\"eventIds\":[\"01a1fdc8-6452-8007-b230-001fef8d9b5a\"],\"reason\":\"r\",\"dryRun\":true}",
                        false),
                get(
                        "/v1/corrections",
                        "/v1/corrections",
                        List.of(keys.fetch(), keys.tag()),
                        keys.read()));
    }

    private static List<DescribedRoute> reading(Keys keys) {
        List<String> others = List.of(keys.fetch(), keys.tag());
        String rejected = "/v1/journal/rejected";
        return List.of(
                get("/v1/reports", "/v1/reports", others, keys.read()),
                get("/v1/reports/live", "/v1/reports/live", others, keys.read()),
                get("/v1/reports/flows/{creativeId}", "/v1/reports/flows/x", others, keys.read()),
                get(
                        "/v1/reports/flows/{creativeId}/paths",
                        "/v1/reports/flows/x/paths",
                        others,
                        keys.read()),
                get(
                        "/v1/reports/rotation/{lineItemId}",
                        "/v1/reports/rotation/x",
                        others,
                        keys.read()),
                get("/v1/reports/names", "/v1/reports/names", others, keys.read()),
                get("/v1/reports/delivery", "/v1/reports/delivery", others, keys.read()),
                get("/v1/reports/prediction", "/v1/reports/prediction", others, keys.read()),
                get("/v1/reports/lift", "/v1/reports/lift", others, keys.read()),
                get("/v1/reports/no-fill", "/v1/reports/no-fill", others, keys.read()),
                get("/v1/journal", "/v1/journal", others, keys.read()),
                get(
                        "/v1/journal/{messageId}/decision",
                        "/v1/journal/x/decision",
                        others,
                        keys.read()),
                get("/v1/journal/{messageId}", "/v1/journal/x", others, keys.read()),
                post("/console/session", others, keys.read(), "{\"link\":null}", true),
                new DescribedRoute(
                        "DELETE",
                        "/console/session",
                        "/console/session",
                        others,
                        keys.read(),
                        "",
                        true,
                        64 * KIB),
                get("/v1/journal/manifests", "/v1/journal/manifests", others, keys.read()),
                get(rejected, rejected, others, keys.read()),
                get(rejected + "/{id}", rejected + "/r0", others, keys.read()),
                new DescribedRoute(
                        "POST",
                        rejected + "/{id}:redrive",
                        rejected + "/r0:redrive",
                        List.of(keys.fetch(), keys.tag(), keys.read()),
                        keys.mgmt(),
                        "{\"eventName\":\"x\"}",
                        true,
                        64 * KIB));
    }

    /// What takes long, and is asked for first and read later.
    private static List<DescribedRoute> calculating(Keys keys) {
        List<String> others = List.of(keys.fetch(), keys.tag());
        return List.of(
                get("/v1/audits", "/v1/audits", others, keys.read()),
                get("/v1/audits/{id}", "/v1/audits/x", others, keys.read()),
                // What is asked for is refused: audits would be in each other's way.
                post("/v1/audits", others, keys.read(), "{\"from\":\"x\"}", true),
                get("/v1/attributions", "/v1/attributions", others, keys.read()),
                get("/v1/attributions/{id}", "/v1/attributions/x", others, keys.read()),
                // What is asked for is refused: versions stay.
                post("/v1/attributions", others, keys.read(), "{\"id\":1}", false),
                // Each reads the journal: what is asked for is refused.
                post("/v1/forecasts", others, keys.read(), "{\"from\":\"x\"}", false),
                post("/v1/simulations", others, keys.read(), "{\"from\":\"x\"}", false),
                get("/v1/simulations", "/v1/simulations", others, keys.read()),
                get("/v1/simulations/{id}", "/v1/simulations/x", others, keys.read()));
    }

    private static List<DescribedRoute> managing(FuzzOrg org) {
        Keys keys = org.keys();
        List<String> others = List.of(keys.fetch(), keys.tag(), keys.read());
        String catalogue = "/v1/manage/catalogue";
        List<DescribedRoute> routes = new ArrayList<>();
        routes.add(post("/v1/manage/flows:validate", others, keys.mgmt(), FuzzOrg.FLOW, false));
        routes.add(post("/v1/manage/creatives:preview", others, keys.mgmt(), FuzzOrg.FLOW, false));
        routes.add(
                new DescribedRoute(
                        "PUT",
                        catalogue,
                        catalogue,
                        others,
                        keys.mgmt(),
                        FuzzOrg.CATALOGUE.formatted(FuzzOrg.FLOW),
                        false,
                        8 * KIB * KIB));
        routes.add(get(catalogue, catalogue, others, keys.mgmt()));
        routes.addAll(ofSubscribers(others, keys.mgmt()));
        routes.add(post("/console/links", others, keys.mgmt(), "{\"userId\":null}", true));
        routes.add(get("/v1/manage/history", "/v1/manage/history", others, keys.mgmt()));
        String settings = "/v1/manage/settings";
        List<String> noReaders = List.of(keys.fetch(), keys.tag());
        routes.add(get(settings, settings, noReaders, keys.mgmt()));
        routes.add(
                new DescribedRoute(
                        "PUT", settings, settings, others, keys.mgmt(), "{}", false, 64 * KIB));
        routes.add(get(settings + "/history", settings + "/history", others, keys.mgmt()));
        String aRevision = "{\"revision\":1}";
        routes.add(post(settings + ":restore", others, keys.mgmt(), aRevision, false));
        for (Resource resource : Resource.values()) {
            routes.addAll(resource.routes(others, noReaders, keys.mgmt()));
        }
        routes.addAll(operating(org));
        return routes;
    }

    /// What is kept of subscribers and conversations, and how it is erased.
    private static List<DescribedRoute> ofSubscribers(List<String> others, String key) {
        List<DescribedRoute> routes = new ArrayList<>();
        String erasures = "/v1/manage/erasures";
        routes.add(get(erasures, erasures, others, key));
        routes.add(get(erasures + "/{receiptId}", erasures + "/x", others, key));
        String subscribers = "/v1/manage/subscribers";
        routes.add(get(subscribers + "/{id}/export", subscribers + "/nobody/export", others, key));
        routes.add(
                new DescribedRoute(
                        "DELETE",
                        subscribers + "/{id}",
                        subscribers + "/nobody",
                        others,
                        key,
                        "",
                        true,
                        64 * KIB));
        routes.add(
                new DescribedRoute(
                        "DELETE",
                        "/v1/manage/conversations/{id}",
                        "/v1/manage/conversations/none",
                        others,
                        key,
                        "",
                        true,
                        64 * KIB));
        return routes;
    }

    private static List<DescribedRoute> operating(FuzzOrg org) {
        Keys keys = org.keys();
        String anOrg = "{\"id\":\"never-made\",\"name\":\"N\"}";
        List<DescribedRoute> routes = new ArrayList<>();
        routes.add(post("/v1/operator/orgs", keys.all(), org.operatorToken(), anOrg, false));
        String session = "/console/operator/session";
        routes.add(post(session, keys.all(), org.operatorToken(), "{}", true));
        routes.add(
                new DescribedRoute(
                        "DELETE",
                        session,
                        session,
                        keys.all(),
                        org.operatorToken(),
                        "",
                        true,
                        64 * KIB));
        String orgs = "/v1/operator/orgs";
        routes.add(get(orgs, orgs, keys.all(), org.operatorToken()));
        // Of an org that is not there: the fuzzed ones go on.
        routes.add(
                new DescribedRoute(
                        "PATCH",
                        orgs + "/{id}",
                        orgs + "/never-made",
                        keys.all(),
                        org.operatorToken(),
                        "{\"name\":\"N\"}",
                        false,
                        64 * KIB));
        routes.add(
                new DescribedRoute(
                        "POST",
                        orgs + "/{id}/keys",
                        orgs + "/never-made/keys",
                        keys.all(),
                        org.operatorToken(),
                        "{}",
                        true,
                        64 * KIB));
        String manifests = "/v1/operator/manifests";
        routes.add(get(manifests, manifests, keys.all(), org.operatorToken()));
        return routes;
    }

    /// Whether nothing is there: the fuzzed product has no demo, no single sign-on, and one version
    /// of the script.
    public boolean isAbsent() {
        return pattern.startsWith("/demo/")
                || pattern.startsWith("/console/oidc")
                || pattern.contains("{version}");
    }

    private DescribedRoute as(String named) {
        return new DescribedRoute(
                method, named, target, wrongKeys, goodKey, body, mayBeEmpty, mostBytes);
    }

    private DescribedRoute ofAtMost(int bytes) {
        return new DescribedRoute(
                method, pattern, target, wrongKeys, goodKey, body, mayBeEmpty, bytes);
    }

    public static DescribedRoute post(
            String path, List<String> wrongKeys, String goodKey, String body, boolean mayBeEmpty) {
        return new DescribedRoute(
                "POST", path, path, wrongKeys, goodKey, body, mayBeEmpty, 64 * KIB);
    }

    public static DescribedRoute get(
            String pattern, String target, List<String> wrongKeys, String goodKey) {
        return new DescribedRoute("GET", pattern, target, wrongKeys, goodKey, "", true, 64 * KIB);
    }
}
