package io.interlude.check.deploy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Health checks and probes ask a path that is served, at the port that is listened on.
final class ServedPaths implements DeployCheck {
    private static final String GATEWAY = "deploy/gateway/haproxy.cfg";

    @Override
    public Stream<String> findings(DeployFiles files) {
        ComposeFile compose = ComposeFile.of(files);
        Set<String> paths = described(files);
        Stream<String> checks =
                compose.nameToService().keySet().stream()
                        .filter(name -> compose.healthTest(name).contains("health-check"))
                        .filter(name -> !asksServed(compose, name, paths, files))
                        .map(name -> "docker-compose.yml: " + name + ": its health check's path");
        Stream<String> probes =
                KubernetesObjects.of(files)
                        .containers()
                        .flatMap(container ->
                                probes(container)
                                        .filter(probe ->
                                                !isServed(
                                                        container.path("name").asString(""),
                                                        probe.path("path").asString(""),
                                                        paths,
                                                        files))
                                        .map(probe ->
                                                container.path("name").asString("")
                                                        + ": a probe's path "
                                                        + probe.path("path").asString("")));
        return Stream.concat(checks, probes).map(place -> place + " is not served");
    }

    /// Every path of the services' own descriptions.
    static Set<String> described(DeployFiles files) {
        return files.pathToText().keySet().stream()
                .filter(path -> path.endsWith(".yaml") && path.contains("/resources/openapi/"))
                .flatMap(path ->
                        YamlText.read(files.text(path)).path("paths").propertyNames().stream())
                .collect(Collectors.toSet());
    }

    private static boolean asksServed(
            ComposeFile compose, String name, Set<String> paths, DeployFiles files) {
        List<String> test = compose.healthTest(name);
        String path = test.get(test.indexOf("health-check") + 1);
        return isServed(name, path, paths, files);
    }

    private static boolean isServed(
            String name, String path, Set<String> paths, DeployFiles files) {
        return name.equals("gateway")
                ? files.text(GATEWAY).contains("{ path " + path + " }")
                : paths.contains(path);
    }

    private static Stream<JsonNode> probes(JsonNode container) {
        return Stream.of("startupProbe", "readinessProbe", "livenessProbe")
                .map(probe -> container.path(probe).path("httpGet"));
    }
}
