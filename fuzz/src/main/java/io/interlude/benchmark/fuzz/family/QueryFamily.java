package io.interlude.benchmark.fuzz.family;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import io.interlude.benchmark.fuzz.request.Http;

/// Questions that cannot be answered: reports and refused events with parameters that there are
/// not.
record QueryFamily(FuzzOrg org) implements Family {
    @Override
    public BadRequest next(Draw draw) {
        return switch (draw.below(3)) {
            case 0 -> report(draw);
            case 1 -> rejected(draw);
            default -> oneRejected(draw);
        };
    }

    private static BadRequest bad(String endpoint, String kind, Http http, Integer... statuses) {
        return new BadRequest(
                endpoint, kind, http.bytes(), Expectation.problem(statuses), Ending.KEEP);
    }

    private static String badInstant(Draw draw) {
        return draw.of(
                "now",
                "1",
                "-2",
                "2026-13-01T00:00:00Z",
                "2026-01-01",
                "9999-01-01T00:00:00Z",
                "+1000000000-01-01T00:00:00Z",
                "1969-12-31T23:59:59Z",
                "%00",
                "2026-01-01T00:00:00");
    }

    private BadRequest report(Draw draw) {
        String query =
                draw.of(
                                "from=" + badInstant(draw),
                                "to=" + badInstant(draw),
                                "granularity=" + draw.of("second", "MINUTE", "1", "%00"),
                                "granularity=minute&from=2020-01-01T00:00:00Z",
                                "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
                                "groupBy=" + draw.of("x", "org", "lineItem,x", "%FF"),
                                "metrics=" + draw.of("x", "FETCHES", "spend,,x"),
                                draw.word(4) + "x=1",
                                "lineItem",
                                "format=html",
                                "%zz=1",
                                "from=%",
                                "=1&x_y=2",
                                "limit=0",
                                "sort=x")
                        .replaceFirst("^lineItem$", "lineitem=1");
        Http http =
                Http.of("GET", "/v1/reports?" + query)
                        .key(org.keys().read())
                        .header(
                                "Accept: "
                                        + draw.of("*/*", "text/csv", "///", "text/csv;q=x", "é"));
        return bad("GET /v1/reports", "bad query", http, 400);
    }

    private BadRequest rejected(Draw draw) {
        String query =
                draw.of(
                        "from=" + badInstant(draw),
                        "to=" + badInstant(draw),
                        "limit=" + draw.of("0", "-2", "1001", "x", "1e1", "99999999999"),
                        "cursor=" + draw.of("*", "a", "====", "%00", "AAAA", draw.word(3_000)),
                        "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
                        draw.word(4) + "x=1",
                        "%zz");
        Http http =
                Http.of("GET", "/v1/journal/rejected?" + query)
                        .key(org.keys().read())
                        .header("Accept: " + draw.of("*/*", "application/x-ndjson", "///"));
        return bad("GET /v1/journal/rejected", "bad query", http, 400);
    }

    private BadRequest oneRejected(Draw draw) {
        String id =
                draw.of(
                        "0",
                        "r",
                        "R1",
                        "rzzzzzzzzzzzz",
                        "r00",
                        "r-1",
                        "%00",
                        "x".repeat(4_000),
                        "r1%20",
                        "%FF",
                        "r!",
                        "r1e9zzzzz");
        String path = "/v1/journal/rejected/" + id;
        boolean redrive = draw.oneIn(2);
        Http http =
                redrive
                        ? Http.of("POST", path + ":redrive")
                                .key(org.keys().mgmt())
                                .json("{\"version\":2}")
                        : Http.of("GET", path).key(org.keys().read());
        return bad(
                redrive
                        ? "POST /v1/journal/rejected/{id}:redrive"
                        : "GET /v1/journal/rejected/{id}",
                "unknown id",
                http,
                404);
    }
}
