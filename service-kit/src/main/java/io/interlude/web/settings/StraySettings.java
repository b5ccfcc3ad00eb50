package io.interlude.web.settings;

import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;

/// Settings under `interlude` that are in no section of any service: misspelt, most likely.
final class StraySettings {
    /// The sections of all services, as `docs/configuration.md` has them.
    static final Set<String> SECTIONS =
            Set.of(
                    "aggregate",
                    "attributes",
                    "console",
                    "context",
                    "disk",
                    "erasures",
                    "fetch",
                    "http",
                    "ingest",
                    "kafka",
                    "limits",
                    "manifests",
                    "mcp",
                    "operator",
                    "outbox",
                    "schemas",
                    "signing",
                    "state",
                    "stop",
                    "traffic");

    /// What begins the variables of `./interlude` and its commands, which may be in the same
    /// environment.
    static final Set<String> LAUNCHER =
            Set.of(
                    "base",
                    "broker",
                    "brokers",
                    "cluster",
                    "data",
                    "demo",
                    "java",
                    "port",
                    "registry",
                    "train");

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("interlude");

    private StraySettings() {}

    /// A sentence for each.
    static List<String> violations(ConfigurableEnvironment environment) {
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .map(IterableConfigurationPropertySource.class::cast)
                .flatMap(IterableConfigurationPropertySource::stream)
                .filter(StraySettings::isStray)
                .map(name -> name + " is unknown: remove it")
                .distinct()
                .sorted()
                .toList();
    }

    private static boolean isStray(ConfigurationPropertyName name) {
        if (!ROOT.isAncestorOf(name)) {
            return false;
        }
        String section = name.getElement(1, Form.UNIFORM);
        return !SECTIONS.contains(section) && !LAUNCHER.contains(section);
    }
}
