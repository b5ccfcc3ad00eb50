package io.interlude.check.deploy;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Whatever a service names is there: services, networks, volumes, secrets, mounted files, and the
/// addresses in its environment.
final class ComposeReferences implements DeployCheck {
    private static final Pattern ADDRESS =
            Pattern.compile("(?<![\\w.-])([a-z][a-z0-9-]*):([0-9]{2,5})(?![0-9])");

    @Override
    public Stream<String> findings(DeployFiles files) {
        ComposeFile compose = ComposeFile.of(files);
        return Stream.concat(
                compose.nameToService().keySet().stream()
                        .flatMap(name ->
                                Stream.of(
                                                dependencies(compose, name),
                                                names(compose, name, "networks"),
                                                secrets(compose, name),
                                                volumes(compose, files, name),
                                                addresses(compose, name))
                                        .flatMap(findings -> findings)
                                        .map(finding ->
                                                ComposeFile.PATH + ": " + name + ": " + finding)),
                everythingIsUsed(compose, files));
    }

    private static Stream<String> dependencies(ComposeFile compose, String name) {
        return compose.service(name)
                .path("depends_on")
                .propertyStream()
                .filter(e -> {
                    String condition = e.getValue().path("condition").asString("");
                    return !compose.nameToService().containsKey(e.getKey())
                            || (condition.equals("service_healthy")
                                    && compose.healthTest(e.getKey()).isEmpty());
                })
                .map(e -> "depends on " + e.getKey() + ", which is no service with that check");
    }

    private static Stream<String> names(ComposeFile compose, String name, String kind) {
        return compose.service(name)
                .path(kind)
                .valueStream()
                .map(node -> node.asString(""))
                .filter(used -> !compose.root().path(kind).has(used))
                .map(used -> kind + " has no " + used);
    }

    private static Stream<String> secretNames(JsonNode service) {
        return service.path("secrets")
                .valueStream()
                .map(node -> node.isObject() ? node.path("source") : node)
                .map(node -> node.asString(""));
    }

    private static Stream<String> secrets(ComposeFile compose, String name) {
        Set<String> targets =
                compose.service(name)
                        .path("secrets")
                        .valueStream()
                        .map(node -> node.isObject() ? node.path("target") : node)
                        .map(node -> "/run/secrets/" + node.asString(""))
                        .collect(Collectors.toSet());
        return Stream.concat(
                secretNames(compose.service(name))
                        .filter(used -> !compose.root().path("secrets").has(used))
                        .map(used -> "secrets has no " + used),
                compose.environment(name).values().stream()
                        .filter(value -> value.startsWith("/run/secrets/"))
                        .filter(value -> !targets.contains(value))
                        .map(value -> "no secret is mounted at " + value));
    }

    private static Stream<String> volumes(ComposeFile compose, DeployFiles files, String name) {
        return compose.service(name)
                .path("volumes")
                .valueStream()
                .map(node -> node.asString("").split(":", 3)[0])
                .filter(source ->
                        source.startsWith("./")
                                ? !files.has(source.substring(2))
                                : !compose.root().path("volumes").has(source))
                .map(source -> "nothing can be mounted from " + source);
    }

    private static Stream<String> addresses(ComposeFile compose, String name) {
        return compose.environment(name).entrySet().stream()
                .flatMap(variable ->
                        ADDRESS.matcher(variable.getValue())
                                .results()
                                .filter(found ->
                                        !compose.nameToService().containsKey(found.group(1))
                                                || !compose.ports(found.group(1))
                                                        .contains(found.group(2)))
                                .map(found ->
                                        variable.getKey() + ": nothing is at " + found.group()));
    }

    /// Volumes belong to one service each, and secrets' files are made where git ignores them.
    private static Stream<String> everythingIsUsed(ComposeFile compose, DeployFiles files) {
        Map<String, Integer> volumeToUses = new HashMap<>();
        Set<String> secrets = new TreeSet<>();
        compose.nameToService()
                .values()
                .forEach(service -> {
                    service.path("volumes")
                            .forEach(node ->
                                    volumeToUses.merge(
                                            node.asString("").split(":", 3)[0], 1, Integer::sum));
                    secretNames(service).forEach(secrets::add);
                });
        return Stream.of(
                        compose.root().path("volumes").propertyNames().stream()
                                .filter(volume -> volumeToUses.getOrDefault(volume, 0) != 1)
                                .map(volume -> "volume " + volume + " is not of one service"),
                        compose.root()
                                .path("secrets")
                                .propertyStream()
                                .filter(e ->
                                        !secrets.contains(e.getKey())
                                                || !isMade(
                                                        files,
                                                        e.getValue().path("file").asString("")))
                                .map(e -> "secret " + e.getKey() + " is not used or not made"))
                .flatMap(findings -> findings)
                .map(finding -> ComposeFile.PATH + ": " + finding);
    }

    private static boolean isMade(DeployFiles files, String path) {
        return path.startsWith("./deploy/secrets/")
                && files.text(".gitignore").contains("/deploy/secrets/\n")
                && files.text("deploy/make-secrets")
                        .contains("make " + path.replaceFirst(".*/", "") + " ");
    }
}
