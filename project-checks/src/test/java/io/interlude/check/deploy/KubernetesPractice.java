package io.interlude.check.deploy;

import static io.interlude.check.deploy.KubernetesObjects.label;
import static io.interlude.check.deploy.KubernetesObjects.name;
import static io.interlude.check.deploy.KubernetesObjects.pod;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What every pod of a service that must stay up has, and no pod should.
final class KubernetesPractice implements DeployCheck {
    private static final int LEAST_GRACE_SECONDS = 30;
    private static final List<String> WITH_DISKS =
            List.of("fetch-service", "event-ingest", "streams-aggregator");

    private static final Map<String, Predicate<JsonNode>> POD_RULES =
            Map.of(
                    "mounts a token of the API",
                    pod -> !pod.path("automountServiceAccountToken").asBoolean(true),
                    "takes variables of other services",
                    pod -> !pod.path("enableServiceLinks").asBoolean(true),
                    "may run as root",
                    pod ->
                            pod.path("securityContext").path("runAsNonRoot").asBoolean(false)
                                    && pod.path("securityContext").path("runAsUser").asInt(0) > 0,
                    "has no seccomp profile",
                    pod -> pod.path("securityContext").path("seccompProfile").has("type"),
                    "is not spread over machines",
                    pod ->
                            pod.path("topologySpreadConstraints")
                                    .findValuesAsString("topologyKey")
                                    .contains("kubernetes.io/hostname"),
                    "has too little time to end",
                    pod ->
                            pod.path("terminationGracePeriodSeconds").asInt(0)
                                    >= LEAST_GRACE_SECONDS);

    private static final Map<String, Predicate<JsonNode>> CONTAINER_RULES =
            Map.of(
                    "lacks a probe",
                    container ->
                            Stream.of("startupProbe", "readinessProbe", "livenessProbe")
                                    .allMatch(container::has),
                    "lacks requests or limits",
                    container ->
                            Stream.of("requests", "limits")
                                    .allMatch(kind ->
                                            container.path("resources").path(kind).has("cpu")
                                                    && container
                                                            .path("resources")
                                                            .path(kind)
                                                            .has("memory")),
                    "may ask for more memory than it has",
                    container ->
                            container
                                    .path("resources")
                                    .path("requests")
                                    .path("memory")
                                    .equals(
                                            container
                                                    .path("resources")
                                                    .path("limits")
                                                    .path("memory")),
                    "may gain privileges",
                    container ->
                            !container
                                    .path("securityContext")
                                    .path("allowPrivilegeEscalation")
                                    .asBoolean(true),
                    "writes to its root",
                    container ->
                            container
                                    .path("securityContext")
                                    .path("readOnlyRootFilesystem")
                                    .asBoolean(false),
                    "keeps capabilities",
                    container ->
                            YamlText.strings(
                                            container
                                                    .path("securityContext")
                                                    .path("capabilities")
                                                    .path("drop"))
                                    .anyMatch("ALL"::equals),
                    "is probed for life as for readiness",
                    container ->
                            !container
                                    .path("livenessProbe")
                                    .path("httpGet")
                                    .equals(container.path("readinessProbe").path("httpGet")));

    @Override
    public Stream<String> findings(DeployFiles files) {
        KubernetesObjects objects = KubernetesObjects.of(files);
        return Stream.of(
                        objects.workloads()
                                .flatMap(w ->
                                        Stream.concat(
                                                        broken(POD_RULES, pod(w)),
                                                        pod(w).path("containers")
                                                                .valueStream()
                                                                .flatMap(c ->
                                                                        broken(CONTAINER_RULES, c)))
                                                .map(finding -> label(w) + ": " + finding)),
                        disks(objects),
                        doors(objects),
                        instances(objects))
                .flatMap(findings -> findings);
    }

    private static Stream<String> broken(Map<String, Predicate<JsonNode>> rules, JsonNode node) {
        return rules.entrySet().stream()
                .filter(rule -> !rule.getValue().test(node))
                .map(Map.Entry::getKey);
    }

    /// An outbox and the stores outlive the process.
    private static Stream<String> disks(KubernetesObjects objects) {
        return WITH_DISKS.stream()
                .filter(name ->
                        objects.of("StatefulSet")
                                .filter(set -> name(set).equals(name))
                                .noneMatch(set ->
                                        set.path("spec").path("volumeClaimTemplates").size() == 1
                                                && set.path("spec")
                                                        .path(
                                                                "persistentVolumeClaimRetentionPolicy")
                                                        .path("whenScaled")
                                                        .asString("")
                                                        .equals("Retain")))
                .map(name -> name + ": has no disk that outlives its process");
    }

    /// State is asked for by those who need it alone, and everything else through the gateway.
    private static Stream<String> doors(KubernetesObjects objects) {
        return objects.of("NetworkPolicy")
                .filter(policy -> !name(policy).equals("gateway") && !name(policy).equals("nobody"))
                .filter(policy -> {
                    Set<String> callers =
                            Set.copyOf(
                                    policy.path("spec")
                                            .path("ingress")
                                            .findValuesAsString("app.kubernetes.io/name"));
                    return !callers.equals(
                            name(policy).equals("streams-aggregator")
                                    ? Set.of("fetch-service", "reporting-api", "streams-aggregator")
                                    : Set.of("gateway"));
                })
                .map(policy -> label(policy) + ": lets others in");
    }

    /// Budgets are shared by the number of fetch instances.
    private static Stream<String> instances(KubernetesObjects objects) {
        String instances =
                objects.variables("fetch-service").getOrDefault("INTERLUDE_FETCH_INSTANCES", "");
        return instances.equals(String.valueOf(objects.replicas("fetch-service")))
                ? Stream.empty()
                : Stream.of("INTERLUDE_FETCH_INSTANCES is not the number of its replicas");
    }
}
