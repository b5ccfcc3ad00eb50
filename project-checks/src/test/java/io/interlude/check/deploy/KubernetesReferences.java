package io.interlude.check.deploy;

import static io.interlude.check.deploy.KubernetesObjects.label;
import static io.interlude.check.deploy.KubernetesObjects.matches;
import static io.interlude.check.deploy.KubernetesObjects.name;
import static io.interlude.check.deploy.KubernetesObjects.pod;
import static io.interlude.check.deploy.KubernetesObjects.podLabels;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Whatever an object of Kubernetes names is there: pods by their labels, ports, volumes,
/// ConfigMaps, secrets, files and addresses.
final class KubernetesReferences implements DeployCheck {
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "(?:([a-z-]+)-([0-9]+)|\\$\\(POD_NAME\\))\\.([a-z-]+)"
                            + "(?:\\.interlude\\.svc\\.cluster\\.local)?:([0-9]+)");

    @Override
    public Stream<String> findings(DeployFiles files) {
        KubernetesObjects objects = KubernetesObjects.of(files);
        return Stream.of(
                        kustomization(files),
                        objects.workloads().flatMap(w -> workload(w, objects, files)),
                        objects.of("Service").flatMap(service -> service(service, objects)),
                        selectors(objects),
                        autoscalers(objects),
                        addresses(objects),
                        secret(objects))
                .flatMap(findings -> findings);
    }

    private static Stream<String> kustomization(DeployFiles files) {
        Set<String> listed =
                YamlText.strings(
                                YamlText.read(files.text(KubernetesObjects.KUSTOMIZATION))
                                        .path("resources"))
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> expected =
                files.paths(KubernetesObjects.FOLDER, ".yaml").stream()
                        .map(path -> path.substring(KubernetesObjects.FOLDER.length() + 1))
                        .filter(path -> !path.matches("kustomization.yaml|.*template.yaml"))
                        .collect(Collectors.toCollection(TreeSet::new));
        expected.add("../gateway");
        Stream<String> generated =
                generators(files)
                        .filter(file -> !files.has(file))
                        .map(file -> "kustomization: no file " + file);
        return Stream.concat(
                listed.equals(expected)
                        ? Stream.empty()
                        : Stream.of("kustomization: resources are not " + expected),
                generated);
    }

    /// Files that the ConfigMaps are made of.
    private static Stream<String> generators(DeployFiles files) {
        return Stream.of(KubernetesObjects.FOLDER, "deploy/gateway")
                .flatMap(folder ->
                        YamlText.read(files.text(folder + "/kustomization.yaml"))
                                .path("configMapGenerator")
                                .valueStream()
                                .flatMap(map ->
                                        Stream.concat(
                                                YamlText.strings(map.path("envs")),
                                                YamlText.strings(map.path("files"))))
                                .map(file -> folder + '/' + file));
    }

    private static Set<String> configMaps(DeployFiles files) {
        return Stream.of(KubernetesObjects.FOLDER, "deploy/gateway")
                .flatMap(folder ->
                        YamlText.read(files.text(folder + "/kustomization.yaml"))
                                .path("configMapGenerator")
                                .valueStream()
                                .map(map -> map.path("name").asString("")))
                .collect(Collectors.toSet());
    }

    private static Stream<String> workload(
            JsonNode workload, KubernetesObjects objects, DeployFiles files) {
        Set<String> volumes =
                Stream.concat(
                                pod(workload)
                                        .path("volumes")
                                        .valueStream()
                                        .map(volume -> volume.path("name").asString("")),
                                workload.path("spec")
                                        .path("volumeClaimTemplates")
                                        .valueStream()
                                        .map(KubernetesObjects::name))
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> mounted =
                pod(workload)
                        .path("containers")
                        .valueStream()
                        .flatMap(container -> container.path("volumeMounts").valueStream())
                        .map(mount -> mount.path("name").asString(""))
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> secrets =
                objects.of("Secret").map(KubernetesObjects::name).collect(Collectors.toSet());
        return Stream.of(
                        matches(selector(workload), podLabels(workload))
                                ? ""
                                : "its selector is not of its pods",
                        volumes.equals(mounted) ? "" : "volumes and mounts differ",
                        references(workload, "configMap", "name")
                                        .allMatch(configMaps(files)::contains)
                                ? ""
                                : "a ConfigMap is not made",
                        references(workload, "configMapRef", "name")
                                        .allMatch(configMaps(files)::contains)
                                ? ""
                                : "a ConfigMap of variables is not made",
                        references(workload, "secret", "secretName").allMatch(secrets::contains)
                                ? ""
                                : "a Secret is not in the template")
                .filter(finding -> !finding.isEmpty())
                .map(finding -> label(workload) + ": " + finding);
    }

    private static Stream<String> references(JsonNode workload, String kind, String key) {
        return pod(workload).findValues(kind).stream().map(node -> node.path(key).asString(""));
    }

    private static JsonNode selector(JsonNode object) {
        return object.path("spec").path("selector").path("matchLabels");
    }

    private static Stream<String> service(JsonNode service, KubernetesObjects objects) {
        Set<String> ports =
                objects.workloads()
                        .filter(w -> matches(service.path("spec").path("selector"), podLabels(w)))
                        .flatMap(w -> pod(w).path("containers").valueStream())
                        .flatMap(container -> container.path("ports").valueStream())
                        .map(port -> port.path("name").asString(""))
                        .collect(Collectors.toSet());
        return service.path("spec")
                .path("ports")
                .valueStream()
                .map(port -> port.path("targetPort").asString(""))
                .filter(port -> !ports.contains(port))
                .map(port -> label(service) + ": no container of its pods has the port " + port);
    }

    /// Budgets and policies are about pods that there are, and each workload has both.
    private static Stream<String> selectors(KubernetesObjects objects) {
        return Stream.of("PodDisruptionBudget", "NetworkPolicy")
                .flatMap(kind -> {
                    String key = kind.equals("NetworkPolicy") ? "podSelector" : "selector";
                    Stream<String> astray =
                            objects.of(kind)
                                    .flatMap(object ->
                                            Stream.concat(
                                                            Stream.of(
                                                                    object.path("spec").path(key)),
                                                            object
                                                                    .path("spec")
                                                                    .path("ingress")
                                                                    .findValues("podSelector")
                                                                    .stream())
                                                    .map(selector -> selector.path("matchLabels"))
                                                    .filter(labels -> !labels.isEmpty())
                                                    .filter(labels ->
                                                            objects.workloads()
                                                                    .noneMatch(w ->
                                                                            matches(
                                                                                    labels,
                                                                                    podLabels(w))))
                                                    .map(_ -> label(object) + ": selects no pod"));
                    Stream<String> without =
                            objects.workloads()
                                    .filter(w ->
                                            objects.of(kind)
                                                    .noneMatch(object ->
                                                            matches(
                                                                    object.path("spec")
                                                                            .path(key)
                                                                            .path("matchLabels"),
                                                                    podLabels(w))))
                                    .map(w -> label(w) + ": has no " + kind);
                    return Stream.concat(astray, without);
                });
    }

    /// An autoscaler scales a Deployment, which then does not say how many pods it has.
    private static Stream<String> autoscalers(KubernetesObjects objects) {
        Stream<String> targets =
                objects.of("HorizontalPodAutoscaler")
                        .filter(scaler ->
                                objects.of("Deployment")
                                        .noneMatch(deployment ->
                                                name(deployment)
                                                                .equals(
                                                                        scaler.path("spec")
                                                                                .path(
                                                                                        "scaleTargetRef")
                                                                                .path("name")
                                                                                .asString(""))
                                                        && !deployment
                                                                .path("spec")
                                                                .has("replicas")))
                        .map(scaler -> label(scaler) + ": scales no Deployment without replicas");
        Stream<String> names =
                objects.of("StatefulSet")
                        .filter(set ->
                                objects.of("Service")
                                        .filter(s ->
                                                s.path("spec")
                                                        .path("clusterIP")
                                                        .asString("")
                                                        .equals("None"))
                                        .noneMatch(s ->
                                                name(s).equals(
                                                                set.path("spec")
                                                                        .path("serviceName")
                                                                        .asString(""))))
                        .map(set -> label(set) + ": has no headless service");
        return Stream.concat(targets, names);
    }

    private static Stream<String> addresses(KubernetesObjects objects) {
        return objects.variables().entrySet().stream()
                .flatMap(variable ->
                        ADDRESS.matcher(variable.getValue())
                                .results()
                                .filter(found -> !leadsToPod(found, objects))
                                .map(found ->
                                        variable.getKey() + ": no pod is at " + found.group()));
    }

    private static boolean leadsToPod(MatchResult found, KubernetesObjects objects) {
        String service = found.group(3);
        boolean isPod =
                found.group(1) == null
                        || (found.group(1).equals(service)
                                && Integer.parseInt(found.group(2)) < objects.replicas(service));
        return isPod
                && objects.of("Service")
                        .filter(object -> name(object).equals(service))
                        .flatMap(object -> object.path("spec").path("ports").valueStream())
                        .anyMatch(port -> port.path("port").asString("").equals(found.group(4)));
    }

    /// The template names what the settings read, and holds nothing.
    private static Stream<String> secret(KubernetesObjects objects) {
        return objects.of("Secret")
                .filter(secret -> {
                    JsonNode data = secret.path("stringData");
                    String token =
                            objects.settings().getOrDefault("INTERLUDE_OPERATOR_TOKEN_FILE", "");
                    return !data.has(token.replaceFirst(".*/", ""))
                            || !data.has("interlude.signing.secrets")
                            || YamlText.strings(data).anyMatch(value -> !value.isEmpty());
                })
                .map(secret -> label(secret) + ": lacks a name, or holds a value");
    }
}
