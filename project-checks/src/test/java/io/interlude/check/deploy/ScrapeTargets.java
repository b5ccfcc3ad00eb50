package io.interlude.check.deploy;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Prometheus asks every instance of every service, under its service's name.
final class ScrapeTargets implements DeployCheck {
    private static final String PATH = "deploy/prometheus/prometheus.yml";

    @Override
    public Stream<String> findings(DeployFiles files) {
        ComposeFile compose = ComposeFile.of(files);
        Map<String, Set<String>> expected = new TreeMap<>();
        compose.ownServices()
                .forEach(name ->
                        expected.computeIfAbsent(compose.module(name), _ -> new TreeSet<>())
                                .add(
                                        name
                                                + ":"
                                                + compose.environment(name)
                                                        .get("INTERLUDE_HTTP_PORT")));
        Map<String, Set<String>> asked = jobs(files);
        Set<String> jobs = new TreeSet<>(expected.keySet());
        jobs.addAll(asked.keySet());
        return jobs.stream()
                .filter(job ->
                        !expected.getOrDefault(job, Set.of())
                                .equals(asked.getOrDefault(job, Set.of())))
                .map(job ->
                        "%s: job %s does not ask %s"
                                .formatted(PATH, job, expected.getOrDefault(job, Set.of())));
    }

    /// Targets by job.
    static Map<String, Set<String>> jobs(DeployFiles files) {
        Map<String, Set<String>> jobToTargets = new TreeMap<>();
        YamlText.read(files.text(PATH))
                .path("scrape_configs")
                .forEach(job ->
                        jobToTargets.put(
                                job.path("job_name").asString(""),
                                new TreeSet<>(
                                        job.path("static_configs")
                                                .valueStream()
                                                .flatMap(config ->
                                                        YamlText.strings(config.path("targets")))
                                                .toList())));
        return jobToTargets;
    }
}
