package io.interlude.benchmark.fuzz;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The product's own metrics at `/metrics`.
record ServerMetrics(String text) {
    private static final Pattern ROUTE =
            Pattern.compile("^http_server_routes\\{method=\"(\\w+)\",uri=\"([^\"]+)\"} ");
    private static final Pattern REQUESTS =
            Pattern.compile(
                    "^http_server_requests_seconds_count"
                            + "\\{method=\"(\\w+)\",status=\"\\d+\",uri=\"([^\"]+)\"} (\\S+)");

    static ServerMetrics of(URI url) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return new ServerMetrics(
                    http.send(
                                    HttpRequest.newBuilder(url.resolve("/metrics")).build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body());
        }
    }

    /// The sum of all series whose lines have this start.
    long sum(String start) {
        return (long)
                text.lines()
                        .filter(line -> line.startsWith(start))
                        .mapToDouble(
                                line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                        .sum();
    }

    /// Every route that is served, as method and pattern.
    SortedSet<String> routes() {
        SortedSet<String> routes = new TreeSet<>();
        text.lines().map(ROUTE::matcher).filter(Matcher::find).forEach(m -> routes.add(route(m)));
        return routes;
    }

    /// The answered requests of each route. One that was never asked is missing.
    Map<String, Long> requests() {
        Map<String, Long> requests = new TreeMap<>();
        text.lines()
                .map(REQUESTS::matcher)
                .filter(Matcher::find)
                .forEach(m ->
                        requests.merge(route(m), (long) Double.parseDouble(m.group(3)), Long::sum));
        return requests;
    }

    /// Routes that have answered no request since an earlier look.
    SortedSet<String> unaskedSince(ServerMetrics earlier) {
        Map<String, Long> before = earlier.requests();
        Map<String, Long> now = requests();
        SortedSet<String> unasked = routes();
        unasked.removeIf(route -> now.getOrDefault(route, 0L) > before.getOrDefault(route, 0L));
        return unasked;
    }

    private static String route(Matcher line) {
        return line.group(1) + ' ' + line.group(2);
    }
}
