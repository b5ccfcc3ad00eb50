package io.interlude.benchmark.fuzz.family;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.Canaries;
import io.interlude.benchmark.fuzz.request.DescribedRoute;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.Expectation.Form;
import io.interlude.benchmark.fuzz.request.FuzzTally;
import io.interlude.benchmark.fuzz.request.Http;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Requests to what asks for no key, with what it does not read: keys, bodies, queries, odd
/// headers. They are answered as if it were not there, unless the address cannot be read.
///
/// @param folders routes that one handler serves, together: each folder gets its share
record OpenFamily(List<List<DescribedRoute>> folders, Canaries canaries) implements Family {
    static OpenFamily of(List<DescribedRoute> routes, Canaries canaries) {
        Map<String, List<DescribedRoute>> nameToRoutes =
                routes.stream()
                        .collect(
                                Collectors.groupingBy(
                                        route -> FuzzTally.folded(route.endpoint()),
                                        TreeMap::new,
                                        Collectors.toList()));
        return new OpenFamily(List.copyOf(nameToRoutes.values()), canaries);
    }

    @Override
    public BadRequest next(Draw draw) {
        List<DescribedRoute> folder = folders.get(draw.below(folders.size()));
        DescribedRoute route = folder.get(draw.below(folder.size()));
        String kind = draw.of("key", "body", "query", "headers", "bad query");
        Http http =
                switch (kind) {
                    case "key" -> to(route, "").key("il_read_" + canaries.key());
                    case "body" -> to(route, "").header(type(draw)).body(body(draw));
                    case "query" -> to(route, "?key=" + canaries.key() + '&' + query(draw));
                    case "headers" -> to(route, "").header(header(draw));
                    default -> to(route, "?" + draw.of("%zz", "a=%", "a=%f&b", "|=<>\""));
                };
        Expectation expected =
                kind.equals("bad query")
                        ? Expectation.problem(400)
                        : route.isAbsent() ? Expectation.problem(404) : shown(route);
        return new BadRequest(
                route.endpoint(),
                kind,
                http.bytes(),
                route.method().equals("HEAD") ? expected.as(Form.NONE) : expected,
                Ending.KEEP);
    }

    /// A browser without a session is told so with 204, and no other page is empty.
    private static Expectation shown(DescribedRoute route) {
        return Expectation.problem(200, route.pattern().endsWith("/session") ? 204 : 304)
                .as(Form.PAGE);
    }

    private static Http to(DescribedRoute route, String query) {
        return Http.of(route.method(), route.target() + query);
    }

    private static String type(Draw draw) {
        return "Content-Type: " + draw.of("application/json", "text/plain", "///", "é");
    }

    private static byte[] body(Draw draw) {
        return draw.oneIn(2)
                ? draw.bytes(draw.between(1, 5_000))
                : "{\"a\":[[[[1e999]]]]}".getBytes(UTF_8);
    }

    private String query(Draw draw) {
        return draw.of(
                "a=" + draw.word(draw.between(1, 9_000)),
                "%00=%FF",
                "%ED%A0%80",
                "context=" + canaries.context(),
                "&&==&=",
                "a=1&a=2&".repeat(draw.between(1, 300)));
    }

    private static String header(Draw draw) {
        return draw.of(
                "Accept: text/csv;q=x",
                "Accept: ///",
                "Accept-Encoding: " + "gzip;q=9,".repeat(draw.between(1, 300)),
                "If-None-Match: " + draw.of("*", "\"", "W/", "é,,\"x\"", draw.word(900)),
                "If-Modified-Since: " + draw.of("now", "Thu, 99 Foo 2026 25:61:61 GMT", "-1"),
                "Range: bytes=" + draw.of("0-0", "9-1", "-", "0-0,".repeat(500), "-99999999999"),
                "Origin: " + draw.of("null", "x", "https://evil.example"),
                "Cookie: " + draw.word(3_000),
                "X-HTTP-Method-Override: DELETE",
                "X-Forwarded-For: " + draw.of("'", "::1, ", "999.1.1.1"),
                "Content-Length: 0");
    }
}
