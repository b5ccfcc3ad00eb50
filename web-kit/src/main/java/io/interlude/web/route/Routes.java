package io.interlude.web.route;

import io.interlude.web.refusal.RefusalFunction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/// The route table: one hash lookup for paths without variables, then the patterns that share the
/// first segment, most specific first. Filled once, then read by many threads.
public final class Routes implements RouteTable {
    private static final RouteMatch UNKNOWN = new RouteMatch.Unknown();

    private final Map<String, Map<HttpMethod, Route>> exact = new HashMap<>();
    private final Map<String, List<Branch>> firstSegmentToBranches = new HashMap<>();

    public static Routes of(Collection<? extends RouteGroup> groups) {
        Routes routes = new Routes();
        groups.forEach(group -> group.register(routes));
        return routes;
    }

    @Override
    public RouteTable handle(
            HttpMethod method,
            String pattern,
            HandlerFunction<ServerResponse> handler,
            RefusalFunction refusals) {
        if (!pattern.startsWith("/")) {
            throw new IllegalArgumentException("pattern does not begin with a slash: " + pattern);
        }
        Map<HttpMethod, Route> methods =
                PathPattern.hasVariables(pattern)
                        ? branch(PathPattern.parse(pattern)).methods()
                        : exact.computeIfAbsent(pattern, _ -> new LinkedHashMap<>());
        if (methods.putIfAbsent(method, new Route(method, pattern, handler, refusals)) != null) {
            throw new IllegalArgumentException("route is taken: " + method + ' ' + pattern);
        }
        return this;
    }

    private Branch branch(PathPattern pattern) {
        List<Branch> branches =
                firstSegmentToBranches.computeIfAbsent(
                        pattern.firstSegment(), _ -> new ArrayList<>());
        for (Branch branch : branches) {
            if (branch.pattern().shape().equals(pattern.shape())) {
                return branch;
            }
        }
        Branch branch = new Branch(pattern, new LinkedHashMap<>());
        branches.add(branch);
        branches.sort((a, b) -> PathPattern.MOST_SPECIFIC_FIRST.compare(a.pattern, b.pattern));
        return branch;
    }

    /// Every route, in no order.
    public List<Route> all() {
        List<Route> all = new ArrayList<>();
        exact.values().forEach(methods -> all.addAll(methods.values()));
        firstSegmentToBranches
                .values()
                .forEach(branches ->
                        branches.forEach(branch -> all.addAll(branch.methods().values())));
        return all;
    }

    /// The route of a method and undecoded path.
    public RouteMatch find(HttpMethod method, String path) {
        Map<HttpMethod, Route> methods = exact.get(path);
        Route route = methods == null ? null : methods.get(method);
        if (route != null) {
            return new RouteMatch.Found(route, Map.of());
        }
        Set<String> allowed = new TreeSet<>();
        if (methods != null) {
            methods.keySet().forEach(known -> allowed.add(known.name()));
        }
        return findPattern(method, path, allowed);
    }

    private RouteMatch findPattern(HttpMethod method, String path, Set<String> allowed) {
        if (path.startsWith("/")) {
            String[] segments = PathPattern.split(path);
            for (Branch branch : firstSegmentToBranches.getOrDefault(segments[0], List.of())) {
                Optional<Map<String, String>> variables = branch.pattern().match(segments);
                if (variables.isEmpty()) {
                    continue;
                }
                Route route = branch.methods().get(method);
                if (route != null) {
                    return new RouteMatch.Found(route, variables.get());
                }
                branch.methods().keySet().forEach(known -> allowed.add(known.name()));
            }
        }
        return allowed.isEmpty() ? UNKNOWN : new RouteMatch.WrongMethod(allowed);
    }

    private record Branch(PathPattern pattern, Map<HttpMethod, Route> methods) {}
}
