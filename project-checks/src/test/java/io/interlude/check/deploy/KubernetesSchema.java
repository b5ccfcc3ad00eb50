package io.interlude.check.deploy;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Every object is one by the API of Kubernetes, as its own Java client has it: no unknown field,
/// none missing that is required.
final class KubernetesSchema implements DeployCheck {
    private static final Map<String, Validator> KIND_TO_VALIDATOR =
            Map.of(
                    "v1 Namespace", V1Namespace::validateJsonElement,
                    "v1 Secret", V1Secret::validateJsonElement,
                    "v1 Service", V1Service::validateJsonElement,
                    "apps/v1 Deployment", V1Deployment::validateJsonElement,
                    "apps/v1 StatefulSet", V1StatefulSet::validateJsonElement,
                    "policy/v1 PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement,
                    "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy::validateJsonElement,
                    "autoscaling/v2 HorizontalPodAutoscaler",
                            V2HorizontalPodAutoscaler::validateJsonElement);

    @FunctionalInterface
    private interface Validator {
        void validate(JsonElement object) throws IOException;
    }

    @Override
    public Stream<String> findings(DeployFiles files) {
        return KubernetesObjects.of(files).objects().stream().flatMap(KubernetesSchema::findings);
    }

    private static Stream<String> findings(JsonNode object) {
        String label = KubernetesObjects.label(object);
        Validator validator =
                KIND_TO_VALIDATOR.get(
                        object.path("apiVersion").asString("")
                                + ' '
                                + object.path("kind").asString(""));
        if (validator == null) {
            return Stream.of(label + ": unknown kind or version");
        }
        try {
            validator.validate(JsonParser.parseString(object.toString()));
            return Stream.empty();
        } catch (IllegalArgumentException e) {
            return Stream.of(
                    label + ": " + String.valueOf(e.getMessage()).replaceFirst(" JSON: .*", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
