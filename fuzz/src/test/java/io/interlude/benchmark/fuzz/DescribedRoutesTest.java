package io.interlude.benchmark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.benchmark.fuzz.request.DescribedRoute;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import io.interlude.web.openapi.ApiDescription;
import io.interlude.web.openapi.ApiFragment;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The fuzzer fails where a served route is not in [DescribedRoute]; this fails where one is not
/// described.
class DescribedRoutesTest {
    private static final List<ApiFragment> FRAGMENTS =
            Stream.of("fetch", "events", "reports", "management", "erasure", "local")
                    .map(name -> new ApiFragment("openapi/" + name + ".yaml"))
                    .toList();

    private static final FuzzOrg ORG =
            new FuzzOrg(
                    URI.create("http://localhost"),
                    "operator",
                    new FuzzOrg.Keys("mgmt", "fetch", "tag", "read"),
                    List.of("fetch"),
                    "flow",
                    "foreign",
                    List.of());

    @Test
    void everyRouteIsDescribedAndNothingElse() {
        assertThat(described()).containsExactlyInAnyOrderElementsOf(served());
    }

    /// Files of pages are no interface; links have a form of their own in the fuzzer.
    private static Set<String> served() {
        Set<String> routes =
                Stream.of(DescribedRoute.open(), DescribedRoute.keyed(ORG))
                        .flatMap(Collection::stream)
                        .map(DescribedRoute::endpoint)
                        .filter(endpoint -> !endpoint.matches("\\w+ /(console|demo|docs|sdk).*"))
                        .collect(Collectors.toSet());
        routes.addAll(
                List.of("GET /c/{token}", "HEAD /c/{token}", "GET /w/{token}", "POST /w/{token}"));
        return routes;
    }

    private static Set<String> described() {
        JsonNode paths = ApiDescription.of(FRAGMENTS).path("paths");
        return paths.propertyStream()
                .flatMap(path ->
                        path.getValue().propertyNames().stream()
                                .map(method ->
                                        method.toUpperCase(Locale.ROOT) + ' ' + path.getKey()))
                .collect(Collectors.toSet());
    }
}
