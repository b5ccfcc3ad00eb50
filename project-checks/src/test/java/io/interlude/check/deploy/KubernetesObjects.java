package io.interlude.check.deploy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What the manifests declare, and what kustomize adds to it.
///
/// @param objects every document but those of kustomize, the secret's template included
/// @param settings the variables of the generated ConfigMap
record KubernetesObjects(List<JsonNode> objects, Map<String, String> settings) {
    static final String FOLDER = "deploy/kubernetes";
    static final String KUSTOMIZATION = FOLDER + "/kustomization.yaml";
    static final String SETTINGS = FOLDER + "/settings.env";

    private static final List<String> WORKLOADS = List.of("Deployment", "StatefulSet");

    KubernetesObjects {
        objects = List.copyOf(objects);
        settings = Map.copyOf(settings);
    }

    static KubernetesObjects of(DeployFiles files) {
        List<JsonNode> objects =
                files.paths(FOLDER, ".yaml").stream()
                        .filter(path -> !path.equals(KUSTOMIZATION))
                        .flatMap(path -> YamlText.readAll(files.text(path)).stream())
                        .toList();
        Map<String, String> settings = new TreeMap<>();
        files.text(SETTINGS)
                .lines()
                .filter(line -> line.contains("=") && !line.startsWith("#"))
                .map(line -> line.split("=", 2))
                .forEach(pair -> settings.put(pair[0], pair[1]));
        return new KubernetesObjects(objects, settings);
    }

    /// Such as `StatefulSet fetch-service`.
    static String label(JsonNode object) {
        return object.path("kind").asString("") + ' ' + name(object);
    }

    static String name(JsonNode object) {
        return object.path("metadata").path("name").asString("");
    }

    /// True if each label of a selector is among the others.
    static boolean matches(JsonNode selector, JsonNode labels) {
        return !selector.isEmpty()
                && selector.propertyStream()
                        .allMatch(e -> labels.path(e.getKey()).equals(e.getValue()));
    }

    Stream<JsonNode> of(String kind) {
        return objects.stream().filter(object -> object.path("kind").asString("").equals(kind));
    }

    Stream<JsonNode> workloads() {
        return WORKLOADS.stream().flatMap(this::of);
    }

    static JsonNode pod(JsonNode workload) {
        return workload.path("spec").path("template").path("spec");
    }

    static JsonNode podLabels(JsonNode workload) {
        return workload.path("spec").path("template").path("metadata").path("labels");
    }

    Stream<JsonNode> containers() {
        return workloads().flatMap(workload -> pod(workload).path("containers").valueStream());
    }

    /// How many pods a workload has; 0 if there is none of that name.
    int replicas(String name) {
        return workloads()
                .filter(workload -> name(workload).equals(name))
                .mapToInt(workload -> workload.path("spec").path("replicas").asInt(0))
                .sum();
    }

    /// The variables of a workload's own, without those of the ConfigMap.
    Map<String, String> variables(String workload) {
        Map<String, String> nameToValue = new TreeMap<>();
        workloads()
                .filter(object -> name(object).equals(workload))
                .flatMap(object -> pod(object).path("containers").valueStream())
                .flatMap(container -> container.path("env").valueStream())
                .forEach(variable ->
                        nameToValue.put(
                                variable.path("name").asString(""),
                                variable.path("value").asString("")));
        return nameToValue;
    }

    /// The variables of all workloads, and of the ConfigMap.
    Map<String, String> variables() {
        Map<String, String> nameToValue = new TreeMap<>(settings);
        workloads().forEach(workload -> nameToValue.putAll(variables(name(workload))));
        return nameToValue;
    }
}
