package io.interlude.check.deploy;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The gateway's configuration reads what compose and Kubernetes set, and knows every instance.
final class GatewayAddresses implements DeployCheck {
    private static final String CONFIG = "deploy/gateway/haproxy.cfg";
    private static final Pattern USED = Pattern.compile("\"\\$\\{([A-Z_0-9]+)}\"");
    private static final Pattern OPTIONAL = Pattern.compile("\\.if defined\\(([A-Z_0-9]+)\\)");
    private static final Map<String, String> MODULE_TO_PREFIX =
            Map.of(
                    "fetch-service", "FETCH_",
                    "event-ingest", "EVENTS_",
                    "reporting-api", "REPORTS_",
                    "management-api", "MANAGEMENT_");

    @Override
    public Stream<String> findings(DeployFiles files) {
        ComposeFile compose = ComposeFile.of(files);
        KubernetesObjects kubernetes = KubernetesObjects.of(files);
        Map<String, String> inPods = new TreeMap<>(kubernetes.variables("gateway"));
        Stream<String> everyInstance =
                MODULE_TO_PREFIX.entrySet().stream()
                        .filter(e ->
                                addresses(compose.environment("gateway"), e.getValue())
                                                != compose.ownServices().stream()
                                                        .filter(s ->
                                                                compose.module(s)
                                                                        .equals(e.getKey()))
                                                        .count()
                                        || addresses(inPods, e.getValue())
                                                != kubernetes.replicas(e.getKey()))
                        .map(e -> "gateway: not every instance of " + e.getKey() + " is named");
        return Stream.of(
                        unread(
                                files,
                                "docker-compose.yml",
                                compose.environment("gateway").keySet()),
                        unread(files, "deploy/kubernetes/gateway.yaml", inPods.keySet()),
                        everyInstance)
                .flatMap(findings -> findings);
    }

    private static long addresses(Map<String, String> environment, String prefix) {
        return environment.keySet().stream().filter(name -> name.startsWith(prefix)).count();
    }

    private static Stream<String> unread(DeployFiles files, String place, Set<String> set) {
        Set<String> used = names(USED, files.text(CONFIG));
        Set<String> needed = new TreeSet<>(used);
        needed.removeAll(names(OPTIONAL, files.text(CONFIG)));
        return Stream.concat(
                set.stream()
                        .filter(name -> !used.contains(name))
                        .map(name -> place + ": gateway: " + name + " is not read by " + CONFIG),
                needed.stream()
                        .filter(name -> !set.contains(name))
                        .map(name -> place + ": gateway: " + name + " is missing"));
    }

    private static Set<String> names(Pattern pattern, String text) {
        Set<String> names = new TreeSet<>();
        pattern.matcher(text).results().forEach(found -> names.add(found.group(1)));
        return names;
    }
}
