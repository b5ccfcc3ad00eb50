package io.interlude.benchmark.fuzz.family;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.DescribedRoute;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.Expectation.Form;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import io.interlude.benchmark.fuzz.request.Http;
import io.interlude.benchmark.fuzz.request.Resource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Changes of the catalogue that break a rule, with a management key; and orgs, with the operator's
/// token.
record ManageFamily(FuzzOrg org) implements Family {
    private static final String CATALOGUE = "/v1/manage/catalogue";
    private static final String BROKEN = "to be broken";
    private static final String VALIDATE = "/v1/manage/flows:validate";

    @Override
    public BadRequest next(Draw draw) {
        return switch (draw.below(8)) {
            case 0 -> precondition(draw);
            case 1 -> unknown(draw);
            case 2 -> list(draw);
            case 3 -> catalogue(draw);
            case 4 -> flow(draw);
            case 5 -> orgs(draw);
            default -> rule(draw);
        };
    }

    private Http to(String method, String path) {
        return Http.of(method, path).key(org.keys().mgmt());
    }

    private static BadRequest bad(String endpoint, String kind, Http http, Integer... statuses) {
        return new BadRequest(
                endpoint, kind, http.bytes(), Expectation.problem(statuses), Ending.KEEP);
    }

    private static Resource resource(Draw draw) {
        return draw.of(Resource.values());
    }

    private BadRequest precondition(Draw draw) {
        Resource resource =
                draw.of(
                        Resource.APPLICATIONS,
                        Resource.AD_UNITS,
                        Resource.CAMPAIGNS,
                        Resource.LINE_ITEMS,
                        Resource.CREATIVES);
        String body = resource.body(resource.existingId());
        String endpoint = resource.path() + "/{id}";
        if (draw.oneIn(2)) {
            return bad(
                    "PUT " + endpoint,
                    "no If-Match",
                    to("PUT", resource.existing()).json(body),
                    428);
        }
        String stale =
                "If-Match: "
                        + draw.of(
                                "\"0\"",
                                "\"999\"",
                                "W/\"1\"",
                                "x",
                                "\"",
                                "\"é\"",
                                ",",
                                "",
                                "\"99999999999999999999\"",
                                "\"-1\"");
        Http http =
                draw.oneIn(2)
                        ? to("PUT", resource.existing()).header(stale).json(body)
                        : to("DELETE", resource.existing()).header(stale);
        String method = http.bytes()[0] == 'P' ? "PUT " : "DELETE ";
        return bad(method + endpoint, "stale If-Match", http, 409);
    }

    private BadRequest unknown(Draw draw) {
        Resource resource = resource(draw);
        String id =
                draw.of(
                        "no-such",
                        "UPPER",
                        "%00",
                        "%FF",
                        "a".repeat(65),
                        "..",
                        "%2e%2e%2f",
                        "x:y",
                        "%E2%82%AC",
                        draw.word(3_000),
                        "-",
                        "{id}".replace("{", "%7B").replace("}", "%7D"));
        String path = resource.path() + '/' + id;
        String method = draw.of("GET", "PUT", "DELETE");
        Http http = to(method, path);
        if (method.equals("PUT")) {
            http.header("If-Match: *").json(resource.body("no-such"));
        }
        return bad(method + ' ' + resource.path() + "/{id}", "unknown id", http, 404);
    }

    private BadRequest list(Draw draw) {
        Resource resource = resource(draw);
        String query =
                draw.of(
                        "limit=0",
                        "limit=-1",
                        "limit=501",
                        "limit=x",
                        "limit=",
                        "limit",
                        "limit=1e2",
                        "limit=99999999999",
                        "cursor=*",
                        "cursor=%FF%00",
                        "cursor=a",
                        "cursor=====",
                        "limit=%zz");
        return bad(
                "GET " + resource.path(),
                "bad query",
                to("GET", resource.path() + '?' + query),
                400);
    }

    private BadRequest rule(Draw draw) {
        Resource resource = resource(draw);
        ObjectNode body = (ObjectNode) JsonMapper.shared().readTree(resource.body("never-made"));
        boolean taken = resource != Resource.KEYS && draw.oneIn(6);
        if (taken) {
            body.put("id", resource.existingId());
            return bad(
                    "POST " + resource.path(),
                    "id is taken",
                    to("POST", resource.path()).json(body.toString()),
                    409);
        }
        String good = body.toString();
        breakOne(body, draw);
        boolean put = resource != Resource.KEYS && draw.oneIn(2);
        if (put && body.path("id").asString("").equals("never-made")) {
            body.put("id", resource.existingId());
        }
        Http http =
                put
                        ? to("PUT", resource.existing()).header("If-Match: *")
                        : to("POST", resource.path());
        String endpoint = put ? "PUT " + resource.path() + "/{id}" : "POST " + resource.path();
        String broken = withBadValue(body, draw);
        return draw.oneIn(4)
                ? bad(endpoint, "duplicate fields", http.json(twice(good, broken)), 400, 422)
                : bad(endpoint, "broken rule", http.json(broken), 400, 422);
    }

    /// All fields of both objects: of two with the same name the second counts.
    private static String twice(String good, String broken) {
        return good.substring(0, good.length() - 1) + ',' + broken.substring(1);
    }

    /// Breaks one rule that every kind of resource has: a wrong type, or a value that no field
    /// takes.
    private static void breakOne(ObjectNode body, Draw draw) {
        // Some fields take an object of any names.
        var names =
                body.propertyNames().stream()
                        .filter(name -> !name.equals("context") && !name.equals("query"))
                        .toList();
        body.put(draw.oneIn(4) ? "id" : names.get(draw.below(names.size())), BROKEN);
    }

    private static String withBadValue(ObjectNode body, Draw draw) {
        String value =
                draw.of(
                        "7",
                        "true",
                        "[]",
                        "[[1]]",
                        "{\"x\":1}",
                        "\"\"",
                        "\" \"",
                        "\"\\u0000\"",
                        "\"\\ud800\"",
                        '"' + "X".repeat(5_000) + '"',
                        "-1",
                        "1e999",
                        "[null]",
                        "{}");
        return body.toString().replace('"' + BROKEN + '"', value);
    }

    private BadRequest catalogue(Draw draw) {
        Http http = to("PUT", CATALOGUE + draw.of("", "?dryRun=true"));
        String good = FuzzOrg.CATALOGUE.formatted(FuzzOrg.FLOW);
        if (draw.oneIn(4)) {
            http.header("If-Match: " + draw.of("\"0\"", "x", "W/\"1\"", "")).json(good);
            return bad("PUT " + CATALOGUE, "stale If-Match", http, 409);
        }
        String broken =
                draw.of(
                        good.replace("\"unit\"", draw.of("7", "\"\"", "\"A B\"", "null")),
                        good.replaceFirst("\"item\"", "\"nothing\""),
                        good.replace(
                                "\"2.00\"",
                                draw.of(
                                        "2.0",
                                        "\"-1\"",
                                        "\"x\"",
                                        "\"1e99\"",
                                        "\"99999999999999999999\"")),
                        good.replace("\"active\"", draw.of("\"ACTIVE\"", "7", "\"\"")),
                        good.replace(
                                "[{\"id\": \"app\", \"name\": \"App\"}]",
                                draw.of(
                                        "{}",
                                        "7",
                                        "\"x\"",
                                        "[1]",
                                        "[null]",
                                        "[[]]",
                                        "[{}]",
                                        "[{\"id\":\"app\",\"name\":\"a\"},{\"id\":\"app\",\"name\":\"b\"}]")),
                        good.replace("\"UTC\"", draw.of("\"Nowhere/At\"", "7", "\"\"")),
                        good.replace(
                                "https://shop.example.com/",
                                draw.of("javascript:alert(1)", "x", "http://", "")),
                        good.replace(
                                "\"next\": \"size\"",
                                draw.of(
                                        "\"next\": \"hello\"",
                                        "\"next\": \"none\"",
                                        "\"next\": 1")));
        return bad("PUT " + CATALOGUE, "broken rule", http.json(broken), 400, 422);
    }

    private BadRequest flow(Draw draw) {
        String good = FuzzOrg.FLOW;
        String broken =
                draw.of(
                        good.replace(
                                "\"1.0\"",
                                draw.of("\"2.0\"", "1", "\"1.\"", "\"" + "1".repeat(900) + "\"")),
                        good.replace(
                                "\"next\": \"size\"",
                                draw.of(
                                        "\"next\": \"hello\"",
                                        "\"next\": \"none\"",
                                        "\"next\": {}",
                                        "\"z\": 1")),
                        good.replace(
                                "\"entryNodeId\": \"hello\"",
                                draw.of(
                                        "\"entryNodeId\": \"shop\"",
                                        "\"entryNodeId\": []",
                                        "\"entry\": 1")),
                        good.replace("\"link_out\"", draw.of("\"explode\"", "null", "{}")),
                        good.replace(
                                "https://shop.example.com/",
                                draw.of("javascript:alert(1)", "not a uri", "")),
                        good.replace("\"nodes\": [", "\"nodes\": [null, 1, [], {}, "),
                        good.replace(
                                "\"Hello\"", draw.of("\"\"", "\"" + "h".repeat(641) + "\"", "1")),
                        good.replace(
                                "{\"specVersion\"",
                                "{\"more\": {\"a\": [[[[[[]]]]]]}, \"specVersion\""),
                        "{}",
                        "{\"nodes\": [" + "{},".repeat(draw.between(12, 2_000)) + "{}]}");
        Http http = to("POST", VALIDATE).json(broken);
        return new BadRequest(
                "POST " + VALIDATE,
                "broken flow",
                http.bytes(),
                Expectation.problem(200).as(Form.VIOLATIONS),
                Ending.KEEP);
    }

    private BadRequest orgs(Draw draw) {
        String body =
                draw.of(
                        "{\"name\":\"N\",\"id\":"
                                + draw.of(
                                        "7",
                                        "\"\"",
                                        "\"UPPER\"",
                                        "\"a b\"",
                                        "\"-x\"",
                                        "[]",
                                        "{}",
                                        "\"\\u0000\"",
                                        '"' + "x".repeat(65) + '"')
                                + "}",
                        "{\"id\":\"never-made\",\"name\":"
                                + draw.of(
                                        "7",
                                        "[]",
                                        "{}",
                                        "true",
                                        "\"\"",
                                        '"' + "x".repeat(5_000) + '"')
                                + "}",
                        "{\"id\":\"never-made\"}");
        Http http = Http.of("POST", "/v1/operator/orgs").key(org.operatorToken()).json(body);
        return bad(
                "POST /v1/operator/orgs",
                "broken rule",
                http,
                400,
                422,
                DescribedRoute.RATE_LIMITED);
    }
}
