package io.interlude.check.deploy;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.server.config.AbstractKafkaConfig;

/// Variables of the file have defaults and are documented, and those of the brokers are settings of
/// the Kafka that the product is built with.
final class ComposeVariables implements DeployCheck {
    static final String PAGE = "docs/operations/how-do-i-deploy-with-compose.md";

    /// What the brokers' image reads for itself.
    private static final Set<String> IMAGE_VARIABLES = Set.of("KAFKA_HEAP_OPTS");

    @Override
    public Stream<String> findings(DeployFiles files) {
        ComposeFile compose = ComposeFile.of(files);
        Stream<String> variables =
                ComposeFile.VARIABLE
                        .matcher(files.text(ComposeFile.PATH))
                        .results()
                        .filter(found ->
                                found.group(2) == null
                                        || !files.text(PAGE).contains("`" + found.group(1) + "`"))
                        .map(found ->
                                "${%s} has no default, or no row on %s"
                                        .formatted(found.group(1), PAGE));
        Stream<String> brokers =
                compose.nameToService().keySet().stream()
                        .flatMap(name ->
                                compose.environment(name).keySet().stream()
                                        .filter(ComposeVariables::isUnknownToKafka)
                                        .map(key -> name + ": " + key + " is no setting of Kafka"));
        Stream<String> clusters =
                compose.nameToService().keySet().stream()
                        .filter(name -> isNoClusterId(compose, name))
                        .map(name -> name + ": CLUSTER_ID is not 16 bytes in base64");
        return Stream.of(variables, brokers, clusters)
                .flatMap(findings -> findings)
                .map(finding -> ComposeFile.PATH + ": " + finding);
    }

    private static boolean isUnknownToKafka(String variable) {
        String name = variable.replaceFirst("^KAFKA_", "").toLowerCase(Locale.ROOT);
        return variable.startsWith("KAFKA_")
                && !IMAGE_VARIABLES.contains(variable)
                && !AbstractKafkaConfig.CONFIG_DEF.names().contains(name.replace('_', '.'));
    }

    private static boolean isNoClusterId(ComposeFile compose, String name) {
        String id = compose.environment(name).getOrDefault("CLUSTER_ID", Uuid.ONE_UUID.toString());
        try {
            return !Uuid.fromString(id).toString().equals(id);
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}
