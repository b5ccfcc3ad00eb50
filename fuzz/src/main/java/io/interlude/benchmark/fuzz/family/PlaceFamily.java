package io.interlude.benchmark.fuzz.family;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.DescribedRoute;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.Expectation.Form;
import io.interlude.benchmark.fuzz.request.Http;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Methods that a path has not, and paths that nothing has.
final class PlaceFamily implements Family {
    private static final Set<String> REGISTRY = Set.of("GET", "POST", "PUT", "DELETE");
    private static final int TOO_LONG = 66_000;

    private final Map<String, Set<String>> pathToMethods;
    private final List<String> paths;
    private final String goodKey;

    PlaceFamily(List<DescribedRoute> routes, String goodKey) {
        this.goodKey = goodKey;
        pathToMethods =
                new HashMap<>(
                        routes.stream()
                                .collect(
                                        groupingBy(
                                                route -> path(route.target()),
                                                mapping(DescribedRoute::method, toSet()))));
        // As an id it has this form too.
        pathToMethods.put("/v1/journal/rejected/r0:redrive", Set.of("GET", "POST"));
        pathToMethods.replaceAll((path, methods) ->
                path.matches("/v1/manage/.*:.*") && !path.endsWith("flows:validate")
                        ? Set.of("DELETE", "GET", "POST", "PUT")
                        : methods);
        pathToMethods.put("/c/abc", Set.of("GET", "HEAD"));
        pathToMethods.put("/w/abc", Set.of("GET", "POST"));
        // The registry knows methods of its own, and takes these four to tell of the others.
        pathToMethods.put("/registry", REGISTRY);
        pathToMethods.put("/registry/subjects", REGISTRY);
        paths = pathToMethods.keySet().stream().sorted().toList();
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    @Override
    public BadRequest next(Draw draw) {
        String path = paths.get(draw.below(paths.size()));
        return draw.oneIn(2) ? wrongMethod(path, draw) : unknownPath(path, draw);
    }

    private BadRequest wrongMethod(String path, Draw draw) {
        Set<String> known = pathToMethods.getOrDefault(path, Set.of());
        String method;
        do {
            method =
                    draw.of(
                            "GET",
                            "HEAD",
                            "POST",
                            "PUT",
                            "DELETE",
                            "PATCH",
                            "OPTIONS",
                            "TRACE",
                            "PROPFIND",
                            "BREW",
                            "get",
                            draw.word(draw.between(1, 40)));
        } while (known.contains(method));
        boolean preflight =
                method.equals("OPTIONS")
                        && Set.of("/v1/event", "/v1/events", "/v1/feedback", "/v1/fetch/v2")
                                .contains(path);
        Expectation expected = preflight ? Expectation.problem(204) : Expectation.problem(405);
        return new BadRequest(
                "any " + path.replaceFirst("^(/c|/w|/v1/manage/[a-z-]+)/[^/]+$", "$1/{id}"),
                "method",
                Http.of(method, path).key(goodKey).bytes(),
                method.equals("HEAD") ? expected.as(Form.NONE) : expected,
                Ending.KEEP);
    }

    private BadRequest unknownPath(String path, Draw draw) {
        return switch (draw.below(4)) {
            case 0 -> place("bad path", unreadable(path, draw), 400, 404);
            case 1 ->
                    place("long path", path + "/" + "x".repeat(TOO_LONG + draw.below(9_000)), 400)
                            .ending(Ending.FRESH);
            default -> place("unknown path", unknown(path, draw), 404);
        };
    }

    private BadRequest place(String kind, String target, Integer... statuses) {
        byte[] bytes = Http.of("GET", target).key(goodKey).bytes();
        return new BadRequest("any", kind, bytes, Expectation.problem(statuses), Ending.KEEP);
    }

    private static String unknown(String path, Draw draw) {
        String known = withoutFormOfItsOwn(path);
        return draw.of(
                "/" + draw.word(8),
                "/v1/" + draw.word(8) + "/" + draw.word(3),
                known + "/a/b/c",
                known.toUpperCase(java.util.Locale.ROOT),
                "/" + known,
                known.replaceFirst(
                        "^/(asyncapi|c/|demo|docs|embed|health|metrics|openapi|schemas|sdk|v1)",
                        "/$1/"),
                "/v2" + known,
                "/console/../" + draw.word(5),
                "/console/%2e%2e/%2e%2e/etc/passwd",
                "/v1/%65vent",
                "/v1/event;a=b",
                "/.git/config",
                "/actuator/env",
                "/%00",
                "/v1/event%2F..",
                "/");
    }

    /// The registry answers below its path in its own form, and the console has files.
    private static String withoutFormOfItsOwn(String path) {
        boolean own = path.startsWith("/registry") || path.startsWith("/console");
        return own ? "/v1/event" : path;
    }

    private static String unreadable(String anyPath, Draw draw) {
        String path = withoutFormOfItsOwn(anyPath);
        return draw.of(
                path + "/%zz/%",
                path + "/%e2%28%a1/é",
                path + "/{}|\\^`\"<>",
                "/v1/\u00ff\u0101/\u20ac",
                "*",
                "http://" + draw.word(5) + "/v1/nothing",
                "http://[::1/",
                "http://:80:80/nothing",
                "//:0/nothing",
                "nothing",
                "?a=b",
                "#fragment",
                "/nothing#a#b");
    }
}
