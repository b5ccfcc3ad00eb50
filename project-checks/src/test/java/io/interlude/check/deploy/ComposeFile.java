package io.interlude.check.deploy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// `docker-compose.yml`, read.
///
/// @param root with merges resolved and variables replaced by their defaults
/// @param nameToService the services of it
record ComposeFile(JsonNode root, Map<String, JsonNode> nameToService) {
    static final String PATH = "docker-compose.yml";

    /// `${NAME}` or `${NAME:-default}`.
    static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_0-9]+)(?::-([^}]*))?}");

    private static final Pattern PORT = Pattern.compile("(?::|/|\\s|^)([0-9]{4,5})(?:/|\\s|$)");
    private static final Pattern LISTENER = Pattern.compile("://:([0-9]+)");
    private static final String OWN_IMAGE = "interlude/";

    static ComposeFile of(DeployFiles files) {
        String text =
                VARIABLE.matcher(files.text(PATH))
                        .replaceAll(found -> found.group(found.group(2) == null ? 1 : 2));
        JsonNode root = YamlText.read(text);
        Map<String, JsonNode> services = new TreeMap<>();
        root.path("services").propertyStream().forEach(e -> services.put(e.getKey(), e.getValue()));
        return new ComposeFile(root, services);
    }

    JsonNode service(String name) {
        return nameToService.getOrDefault(name, root.path("services").path(name));
    }

    /// Name and value of each variable that a service gets.
    Map<String, String> environment(String service) {
        Map<String, String> nameToValue = new TreeMap<>();
        service(service)
                .path("environment")
                .propertyStream()
                .forEach(e -> nameToValue.put(e.getKey(), e.getValue().asString("")));
        return nameToValue;
    }

    /// Names of the services that run an image of our own.
    List<String> ownServices() {
        return nameToService.keySet().stream().filter(name -> !module(name).isEmpty()).toList();
    }

    /// The module whose image a service runs; empty if it is not ours.
    String module(String service) {
        String image = service(service).path("image").asString("");
        return image.startsWith(OWN_IMAGE)
                ? image.substring(OWN_IMAGE.length()).replaceFirst(":.*", "")
                : "";
    }

    /// What a service's health check runs.
    List<String> healthTest(String service) {
        return service(service)
                .path("healthcheck")
                .path("test")
                .valueStream()
                .map(word -> word.asString(""))
                .toList();
    }

    /// Ports that a service listens on: those that its health check asks, and a broker's listeners.
    Set<String> ports(String service) {
        Set<String> ports = new TreeSet<>();
        Stream.concat(
                        healthTest(service).stream().flatMap(word -> groups(PORT, word)),
                        groups(LISTENER, environment(service).getOrDefault("KAFKA_LISTENERS", "")))
                .forEach(ports::add);
        if (!module(service).isEmpty()) {
            ports.add(environment(service).getOrDefault("INTERLUDE_HTTP_PORT", ""));
        }
        return ports;
    }

    private static Stream<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1));
    }
}
