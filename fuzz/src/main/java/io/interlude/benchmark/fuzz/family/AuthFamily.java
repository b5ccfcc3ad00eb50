package io.interlude.benchmark.fuzz.family;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.Canaries;
import io.interlude.benchmark.fuzz.request.DescribedRoute;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Http;
import java.util.List;

/// Requests that are good but for their key.
record AuthFamily(List<DescribedRoute> routes, Canaries canaries) implements Family {
    @Override
    public BadRequest next(Draw draw) {
        DescribedRoute route = routes.get(draw.below(routes.size()));
        String kind =
                draw.of(
                        "no key",
                        "unknown key",
                        "unknown key",
                        "key in body",
                        "wrong kind",
                        "no bearer");
        Http http =
                switch (kind) {
                    case "unknown key" ->
                            draw.oneIn(2) && !route.asksForOperator()
                                    ? to(route, queried(route.target(), draw))
                                    : to(route).key(unknown(draw));
                    case "wrong kind" ->
                            to(route)
                                    .key(
                                            route.wrongKeys()
                                                    .get(draw.below(route.wrongKeys().size())));
                    case "no bearer" -> to(route).header("Authorization: " + noBearer(draw));
                    default -> to(route);
                };
        if (!route.body().isEmpty()) {
            http.json(kind.equals("key in body") ? withKey(route) : route.body());
        }
        int status = kind.equals("wrong kind") && !route.asksForOperator() ? 403 : 401;
        return new BadRequest(
                route.endpoint(), kind, http.bytes(), route.refusal(status), Ending.KEEP);
    }

    private static Http to(DescribedRoute route) {
        return to(route, route.target());
    }

    private static Http to(DescribedRoute route, String target) {
        return Http.of(route.method(), target);
    }

    private String queried(String target, Draw draw) {
        return target
                + (target.contains("?") ? '&' : '?')
                + draw.of("key", "apikey", "apiKey")
                + '='
                + unknown(draw).replaceAll("[^A-Za-z0-9_]", "%FF");
    }

    private String unknown(Draw draw) {
        String prefix = draw.of("il_fetch_", "il_tag_", "il_mgmt_", "il_read_", "");
        String rest = draw.of("", draw.word(30), draw.word(400), "é€", "'\"<>");
        return prefix + canaries.key() + rest;
    }

    private String noBearer(Draw draw) {
        return draw.of("Basic ", "Bearer", "Digest key=", "Token ", "") + canaries.key();
    }

    private static String withKey(DescribedRoute route) {
        String name =
                "{\"key\":\"" + route.goodKey() + "\",\"apikey\":\"" + route.goodKey() + "\",";
        return name + route.body().strip().substring(1);
    }
}
