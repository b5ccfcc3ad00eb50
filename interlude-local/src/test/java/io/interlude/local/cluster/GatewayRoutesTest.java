package io.interlude.local.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.web.openapi.ApiDescription;
import io.interlude.web.openapi.ApiFragment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The gateway sends each path to the service that serves it, and nothing else anywhere.
class GatewayRoutesTest {
    private static final GatewayConfig CONFIG = GatewayConfig.read();

    /// Every path that a service's own document describes, with the backend of that service.
    static Stream<List<String>> describedPaths() {
        return Stream.of(
                        List.of("fetch", "fetch"),
                        List.of("events", "events"),
                        List.of("reports", "reports"),
                        List.of("management", "management"),
                        List.of("erasure", "management"))
                .flatMap(document ->
                        paths(document.get(0)).map(path -> List.of(path, document.get(1))));
    }

    /// With an id in place of each variable; what every service serves is none of theirs.
    static Stream<String> paths(String document) {
        List<ApiFragment> fragments = List.of(new ApiFragment("openapi/" + document + ".yaml"));
        List<String> shared =
                ApiDescription.of(List.of())
                        .path("paths")
                        .propertyStream()
                        .map(path -> path.getKey())
                        .toList();
        return ApiDescription.of(fragments)
                .path("paths")
                .propertyStream()
                .map(path -> path.getKey())
                .filter(path -> !shared.contains(path))
                .map(path -> path.replaceAll("\\{[^}]+}", "some-id"));
    }

    @ParameterizedTest
    @MethodSource("describedPaths")
    void sendsADescribedPathToItsService(List<String> pathAndBackend) {
        assertThat(CONFIG.backend(pathAndBackend.get(0))).isEqualTo(pathAndBackend.get(1));
    }

    @ParameterizedTest
    @CsvSource({
        "/, reports",
        "/console, reports",
        "/console/app.js, reports",
        "/docs, reports",
        "/docs/, reports",
        "/docs/api, reports",
        "/docs/operations/how-do-i-retry, reports",
        "/docs/lib/swagger-ui.css, reports",
        "/openapi.json, reports",
        "/c/token, events",
    })
    void sendsPagesToTheServiceThatHasThem(String path, String backend) {
        assertThat(CONFIG.backend(path)).isEqualTo(backend);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/internal/v1/state/owners",
                "/internal",
                "/metrics",
                "/health/live",
                "/health/ready",
                "/registry/subjects",
                "/v1/fetch",
                "/v1/fetch/v2/metrics",
                "/v1/operator",
                "/v1/event/../../metrics",
            })
    void sendsNothingElseToAnyService(String path) {
        assertThat(CONFIG.backend(path)).isEqualTo("nowhere");
    }
}
