package io.interlude.check.deploy;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Every container has a health check, limits, a restart policy and no rights that it doesn't need,
/// and only gateway and Grafana are reached from outside, from the machine itself.
final class ComposeHardening implements DeployCheck {
    private static final Pattern PUBLISHED = Pattern.compile("127\\.0\\.0\\.1:[0-9]+:([0-9]+)");
    private static final Pattern SECRET_NAME = Pattern.compile(".*(PASSWORD|TOKEN|SECRET).*");
    private static final Pattern HEAP = Pattern.compile("(?m)^-Xmx([0-9]+)m$");
    private static final Pattern SIZE = Pattern.compile("([0-9]+)([mg])");
    private static final List<String> PUBLIC = List.of("gateway", "grafana");
    private static final int OUTSIDE_HEAP_MEGABYTES = 256;

    private static final Map<String, Predicate<JsonNode>> RULES =
            Map.of(
                    "restart is not unless-stopped",
                    service -> service.path("restart").asString("").equals("unless-stopped"),
                    "cap_drop is not ALL",
                    service -> service.path("cap_drop").path(0).asString("").equals("ALL"),
                    "security_opt lets privileges grow",
                    service ->
                            YamlText.strings(service.path("security_opt"))
                                    .anyMatch("no-new-privileges:true"::equals),
                    "mem_limit is missing",
                    service -> service.has("mem_limit"),
                    "cpus is missing",
                    service -> service.has("cpus"),
                    "stop_grace_period is missing",
                    service -> service.has("stop_grace_period"),
                    "logging has no max-size",
                    service -> service.path("logging").path("options").has("max-size"),
                    "healthcheck is not whole",
                    service ->
                            Stream.of("test", "interval", "timeout", "retries", "start_period")
                                    .allMatch(service.path("healthcheck")::has));

    @Override
    public Stream<String> findings(DeployFiles files) {
        ComposeFile compose = ComposeFile.of(files);
        return compose.nameToService().keySet().stream()
                .flatMap(name ->
                        Stream.of(
                                        broken(compose.service(name)),
                                        ports(compose, name),
                                        openSecrets(compose.environment(name)),
                                        ownService(compose, name, files))
                                .flatMap(findings -> findings)
                                .map(finding -> ComposeFile.PATH + ": " + name + ": " + finding));
    }

    private static Stream<String> broken(JsonNode service) {
        return RULES.entrySet().stream()
                .filter(rule -> !rule.getValue().test(service))
                .map(Map.Entry::getKey);
    }

    private static Stream<String> ports(ComposeFile compose, String name) {
        return compose.service(name)
                .path("ports")
                .valueStream()
                .map(node -> node.asString(""))
                .filter(port -> {
                    Matcher published = PUBLISHED.matcher(port);
                    return !PUBLIC.contains(name)
                            || !published.matches()
                            || !compose.ports(name).contains(published.group(1));
                })
                .map(port -> "must not publish " + port);
    }

    /// A secret comes from a file.
    private static Stream<String> openSecrets(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(e -> SECRET_NAME.matcher(e.getKey()).matches())
                .filter(e -> !e.getKey().endsWith("_FILE"))
                .map(e -> e.getKey() + " is a secret in the open");
    }

    private static Stream<String> ownService(ComposeFile compose, String name, DeployFiles files) {
        if (compose.module(name).isEmpty()) {
            return Stream.empty();
        }
        JsonNode service = compose.service(name);
        return Stream.of(
                        service.path("read_only").asBoolean(false) ? "" : "its root is written to",
                        service.path("tmpfs").path(0).asString("").startsWith("/tmp:exec")
                                ? ""
                                : "RocksDB needs an executable /tmp",
                        service.path("build")
                                        .path("args")
                                        .path("SERVICE")
                                        .asString("")
                                        .equals(compose.module(name))
                                ? ""
                                : "SERVICE is not its image's",
                        heapFits(service, files) ? "" : "mem_limit has no room for the heap")
                .filter(finding -> !finding.isEmpty());
    }

    private static boolean heapFits(JsonNode service, DeployFiles files) {
        if (!files.has("service.options")) {
            return true;
        }
        Matcher heap = HEAP.matcher(files.text("service.options"));
        Matcher limit = SIZE.matcher(service.path("mem_limit").asString(""));
        if (!heap.find() || !limit.matches()) {
            return false;
        }
        int megabytes = Integer.parseInt(limit.group(1)) * (limit.group(2).equals("g") ? 1024 : 1);
        return megabytes >= Integer.parseInt(heap.group(1)) + OUTSIDE_HEAP_MEGABYTES;
    }
}
