package io.interlude.check.deploy;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Alerts ask for metrics that exist, and each leads to a section of a page that tells what to do.
final class Alerts implements DeployCheck {
    private static final String PATH = "deploy/prometheus/alerts.yml";
    private static final List<String> SEVERITIES = List.of("critical", "warning");

    @Override
    public Stream<String> findings(DeployFiles files) {
        KnownMetrics metrics = KnownMetrics.of(files);
        Set<String> names = new HashSet<>();
        return YamlText.read(files.text(PATH))
                .path("groups")
                .valueStream()
                .flatMap(group -> group.path("rules").valueStream())
                .flatMap(rule -> {
                    String name = rule.path("alert").asString("");
                    return Stream.of(
                                    metrics.unknown(rule.path("expr").asString(""))
                                            .map(unknown -> "unknown " + unknown),
                                    names.add(name)
                                            ? Stream.<String>empty()
                                            : Stream.of("the name is another's"),
                                    words(rule),
                                    runbook(rule, files))
                            .flatMap(findings -> findings)
                            .map(finding -> PATH + ": " + name + ": " + finding);
                });
    }

    private static Stream<String> words(JsonNode rule) {
        return Stream.of(
                        rule.path("annotations").path("summary").asString("").isEmpty()
                                ? "no summary"
                                : "",
                        SEVERITIES.contains(rule.path("labels").path("severity").asString(""))
                                ? ""
                                : "severity is not one of " + SEVERITIES)
                .filter(finding -> !finding.isEmpty());
    }

    private static Stream<String> runbook(JsonNode rule, DeployFiles files) {
        String[] link = rule.path("annotations").path("runbook_url").asString("").split("#", 2);
        boolean leadsThere =
                link.length == 2
                        && files.pathToText().containsKey(link[0])
                        && files.text(link[0])
                                .lines()
                                .filter(line -> line.startsWith("## "))
                                .anyMatch(line ->
                                        line.substring(3).toLowerCase(Locale.ROOT).equals(link[1]));
        return leadsThere ? Stream.empty() : Stream.of("no section " + String.join("#", link));
    }
}
