package io.interlude.schema.registry.rest;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.registry.RegistryError;
import io.interlude.schema.registry.RegistryException;
import io.interlude.schema.registry.RegistryMode;
import io.interlude.schema.registry.SchemaRegistry;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Compatibility levels and modes, of the registry and of its subjects.
record SettingRoutes(SchemaRegistry registry) {
    private static final String CONFIG = "config";
    private static final String SUBJECT_CONFIG = "config/{subject}";
    private static final String MODE = "mode";
    private static final String SUBJECT_MODE = "mode/{subject}";

    List<RegistryRoute> routes() {
        return List.of(
                RegistryRoute.of("GET", CONFIG, _ -> level(registry.compatibility())),
                RegistryRoute.of("PUT", CONFIG, this::setConfig),
                RegistryRoute.of("DELETE", CONFIG, this::clearConfig),
                RegistryRoute.of("GET", SUBJECT_CONFIG, this::subjectConfig),
                RegistryRoute.of("PUT", SUBJECT_CONFIG, this::setSubjectConfig),
                RegistryRoute.of("DELETE", SUBJECT_CONFIG, this::clearSubjectConfig),
                RegistryRoute.of("GET", MODE, _ -> mode(registry.mode())),
                RegistryRoute.of("PUT", MODE, this::setMode),
                RegistryRoute.of("GET", SUBJECT_MODE, this::subjectMode),
                RegistryRoute.of("PUT", SUBJECT_MODE, this::setSubjectMode),
                RegistryRoute.of("DELETE", SUBJECT_MODE, this::clearSubjectMode));
    }

    private JsonNode setConfig(RegistryCall call) {
        CompatibilityLevel level = levelOf(call);
        registry.setCompatibility(level);
        return RegistryJson.object().put("compatibility", level.name());
    }

    private JsonNode clearConfig(RegistryCall call) {
        CompatibilityLevel cleared = registry.compatibility();
        registry.clearCompatibility();
        return level(cleared);
    }

    private JsonNode subjectConfig(RegistryCall call) {
        return registry.compatibility(call.subject())
                .or(() -> general(call, registry.compatibility()))
                .map(SettingRoutes::level)
                .orElseThrow(() ->
                        RegistryError.SUBJECT_COMPATIBILITY_NOT_CONFIGURED.because(
                                "Subject '%s' does not have subject-level compatibility configured"
                                        .formatted(call.subject())));
    }

    private JsonNode setSubjectConfig(RegistryCall call) {
        CompatibilityLevel level = levelOf(call);
        registry.setCompatibility(call.subject(), level);
        return RegistryJson.object().put("compatibility", level.name());
    }

    private JsonNode clearSubjectConfig(RegistryCall call) {
        CompatibilityLevel cleared =
                registry.compatibility(call.subject()).orElseThrow(() -> notFound(call));
        registry.clearCompatibility(call.subject());
        return level(cleared);
    }

    private JsonNode setMode(RegistryCall call) {
        RegistryMode mode = modeOf(call);
        registry.setMode(mode, call.flag("force"));
        return mode(mode);
    }

    private JsonNode subjectMode(RegistryCall call) {
        return registry.mode(call.subject())
                .or(() -> general(call, registry.mode()))
                .map(SettingRoutes::mode)
                .orElseThrow(() ->
                        RegistryError.SUBJECT_MODE_NOT_CONFIGURED.because(
                                "Subject '%s' does not have subject-level mode configured"
                                        .formatted(call.subject())));
    }

    private JsonNode setSubjectMode(RegistryCall call) {
        RegistryMode mode = modeOf(call);
        registry.setMode(call.subject(), mode, call.flag("force"));
        return mode(mode);
    }

    private JsonNode clearSubjectMode(RegistryCall call) {
        RegistryMode cleared = registry.mode(call.subject()).orElseThrow(() -> notFound(call));
        registry.clearMode(call.subject());
        return mode(cleared);
    }

    private static <T> Optional<T> general(RegistryCall call, T value) {
        return call.flag("defaultToGlobal") ? Optional.of(value) : Optional.empty();
    }

    private static CompatibilityLevel levelOf(RegistryCall call) {
        return CompatibilityLevel.named(call.body().path("compatibility").asString(""))
                .orElseThrow(() ->
                        RegistryError.INVALID_COMPATIBILITY_LEVEL.because(
                                "Invalid compatibility level. Valid values are none,"
                                        + " backward, forward, full, backward_transitive,"
                                        + " forward_transitive, and full_transitive"));
    }

    private static RegistryMode modeOf(RegistryCall call) {
        return RegistryMode.named(call.body().path("mode").asString(""))
                .orElseThrow(() ->
                        RegistryError.INVALID_MODE.because(
                                "Invalid mode. Valid values are READWRITE, READONLY,"
                                        + " READONLY_OVERRIDE, IMPORT"));
    }

    private static RegistryException notFound(RegistryCall call) {
        return RegistryError.SUBJECT_NOT_FOUND.because(
                "Subject '%s' not found.".formatted(call.subject()));
    }

    private static JsonNode level(CompatibilityLevel level) {
        return RegistryJson.object().put("compatibilityLevel", level.name());
    }

    private static JsonNode mode(RegistryMode mode) {
        return RegistryJson.object().put("mode", mode.name());
    }
}
