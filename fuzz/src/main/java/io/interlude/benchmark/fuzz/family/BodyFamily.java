package io.interlude.benchmark.fuzz.family;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.BrokenJson;
import io.interlude.benchmark.fuzz.request.DescribedRoute;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Http;
import java.util.List;

/// Bodies that cannot be read, are of another type, or are too large, with a good key.
record BodyFamily(List<DescribedRoute> routes) implements Family {
    private static final String VALIDATE = "/flows:validate";
    private static final String EVENTS = "/v1/event";
    private static final String SYNTAX = "syntax";
    private static final int LARGE_ONE_IN = 40;

    BodyFamily {
        routes = routes.stream().filter(route -> !route.body().isEmpty()).toList();
    }

    @Override
    public BadRequest next(Draw draw) {
        DescribedRoute route = routes.get(draw.below(routes.size()));
        return switch (draw.below(8)) {
            case 0, 1 -> mediaType(route, draw);
            case 2 -> declaredTooLarge(route, draw);
            case 3 ->
                    draw.oneIn(LARGE_ONE_IN) || route.mostBytes() < 1 << 17
                            ? tooLarge(route, draw)
                            : unreadable(route, draw);
            case 4 -> route.mayBeEmpty() ? unreadable(route, draw) : empty(route);
            default -> unreadable(route, draw);
        };
    }

    private static Http to(DescribedRoute route) {
        Http http = Http.of(route.method(), route.target()).key(route.goodKey());
        return route.isConditional() ? http.header("If-Match: *") : http;
    }

    private static BadRequest bad(DescribedRoute route, String kind, byte[] bytes, int status) {
        return new BadRequest(route.endpoint(), kind, bytes, route.refusal(status), Ending.KEEP);
    }

    private static BadRequest unreadable(DescribedRoute route, Draw draw) {
        BrokenJson broken = BrokenJson.of(route.body(), draw);
        while (broken.bytes().length > route.mostBytes()
                || (broken.kind().equals(SYNTAX) && route.target().endsWith(VALIDATE))) {
            // Its size would be refused first; and a number out of bounds is a violation of a
            // flow, which is what it answers with.
            broken = BrokenJson.of(route.body(), draw);
        }
        Http http = to(route).header(Http.JSON).body(broken.bytes());
        byte[] bytes = draw.oneIn(4) ? http.chunked(draw.between(1, 700)) : http.bytes();
        // An event that can be read is refused as one.
        boolean ofEvent =
                broken.kind().equals(BrokenJson.DEEP) && route.target().startsWith(EVENTS);
        return bad(route, broken.kind(), bytes, ofEvent ? 422 : 400);
    }

    private static BadRequest mediaType(DescribedRoute route, Draw draw) {
        String type =
                draw.of(
                        "text/plain",
                        "application/xml",
                        "multipart/form-data; boundary=x",
                        "application/x-www-form-urlencoded",
                        "application/json; charset=utf-16",
                        "application/json; charset=no-such",
                        "///",
                        "application",
                        "json",
                        "*/*",
                        "application/*",
                        "é/ü",
                        "application/json/",
                        "text/json\t",
                        ";",
                        ",");
        Http http = to(route).body(route.body().getBytes(UTF_8));
        if (!draw.oneIn(6)) {
            http.header("Content-Type: " + type);
        }
        return bad(route, "media type", http.bytes(), 415);
    }

    private static BadRequest empty(DescribedRoute route) {
        return bad(route, "no body", to(route).header(Http.JSON).bytes(), 400);
    }

    /// Told by its length; not a byte of the body follows.
    private static BadRequest declaredTooLarge(DescribedRoute route, Draw draw) {
        String length =
                draw.of(
                        Long.toString(route.mostBytes() + 1L),
                        "2147483648",
                        "9223372036854775807",
                        Long.toString(route.mostBytes() + (long) draw.below(1 << 30) + 1));
        byte[] bytes =
                to(route)
                        .header(Http.JSON)
                        .bytes("Content-Length: " + length + "\r\n", new byte[0]);
        return bad(route, "too large", bytes, 413).ending(Ending.FRESH);
    }

    private static BadRequest tooLarge(DescribedRoute route, Draw draw) {
        String body = route.body().strip() + " ".repeat(route.mostBytes() + draw.below(9_000));
        Http http = to(route).json(body);
        byte[] bytes = draw.oneIn(2) ? http.bytes() : http.chunked(draw.between(1_000, 60_000));
        return bad(route, "too large", bytes, 413).ending(Ending.FRESH);
    }
}
