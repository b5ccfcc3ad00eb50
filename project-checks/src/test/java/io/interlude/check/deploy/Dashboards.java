package io.interlude.check.deploy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Dashboards can be read, are told apart, and show metrics that exist from the data source that is
/// provisioned.
final class Dashboards implements DeployCheck {
    private static final String FOLDER = "deploy/grafana/dashboards";
    private static final String SOURCES = "deploy/grafana/provisioning/datasources/prometheus.yml";
    private static final String PROVIDERS = "deploy/grafana/provisioning/dashboards/interlude.yml";

    @Override
    public Stream<String> findings(DeployFiles files) {
        List<String> findings = new ArrayList<>();
        KnownMetrics metrics = KnownMetrics.of(files);
        String source =
                YamlText.read(files.text(SOURCES))
                        .path("datasources")
                        .path(0)
                        .path("uid")
                        .asString("");
        Set<String> names = new HashSet<>();
        for (String path : files.paths(FOLDER, ".json")) {
            read(files.text(path), path, findings)
                    .forEach(dashboard -> {
                        for (String key : List.of("uid", "title")) {
                            if (!names.add(key + dashboard.path(key).asString(""))) {
                                findings.add(path + ": its " + key + " is another's");
                            }
                        }
                        panels(dashboard, source, metrics)
                                .map(f -> path + ": " + f)
                                .forEach(findings::add);
                    });
        }
        findings.addAll(mounted(files).toList());
        return findings.stream();
    }

    private static Stream<JsonNode> read(String text, String path, List<String> findings) {
        try {
            return Stream.of(JsonMapper.shared().readTree(text));
        } catch (JacksonException e) {
            findings.add(path + ": cannot be read as JSON");
            return Stream.empty();
        }
    }

    private static Stream<String> panels(JsonNode dashboard, String source, KnownMetrics metrics) {
        Set<Integer> ids = new HashSet<>();
        return dashboard
                .path("panels")
                .valueStream()
                .flatMap(panel -> {
                    String title = panel.path("title").asString("");
                    Stream<String> whole =
                            Stream.of(
                                            ids.add(panel.path("id").asInt(0))
                                                    ? ""
                                                    : "id is another's",
                                            panel.path("description").asString("").isEmpty()
                                                    ? "no description"
                                                    : "",
                                            panel.path("targets").isEmpty() ? "no target" : "")
                                    .filter(finding -> !finding.isEmpty());
                    Stream<String> targets =
                            panel.path("targets")
                                    .valueStream()
                                    .flatMap(target ->
                                            Stream.concat(
                                                    target.path("datasource")
                                                                    .path("uid")
                                                                    .asString("")
                                                                    .equals(source)
                                                            ? Stream.empty()
                                                            : Stream.of("unknown data source"),
                                                    metrics.unknown(
                                                                    target.path("expr")
                                                                            .asString(""))
                                                            .map(unknown -> "unknown " + unknown)));
                    return Stream.concat(whole, targets).map(f -> "panel " + title + ": " + f);
                });
    }

    /// The folder that the provider reads is mounted, and the start page lies there.
    private static Stream<String> mounted(DeployFiles files) {
        ComposeFile compose = ComposeFile.of(files);
        String folder =
                YamlText.read(files.text(PROVIDERS))
                        .path("providers")
                        .path(0)
                        .path("options")
                        .path("path")
                        .asString("");
        String home =
                compose.environment("grafana")
                        .getOrDefault("GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH", "");
        boolean mounts =
                YamlText.strings(compose.service("grafana").path("volumes"))
                        .anyMatch(("./" + FOLDER + ":" + folder + ":ro")::equals);
        boolean isThere =
                home.startsWith(folder + "/")
                        && files.has(FOLDER + home.substring(folder.length()));
        return mounts && isThere
                ? Stream.empty()
                : Stream.of(PROVIDERS + ": its folder is not mounted, or has no start page");
    }
}
