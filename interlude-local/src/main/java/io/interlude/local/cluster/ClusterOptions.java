package io.interlude.local.cluster;

import io.interlude.local.options.CommandLines;
import io.interlude.local.options.EnvironmentOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `./interlude cluster`, from its arguments and its environment. Prints no token.
///
/// @param fresh true to empty the data folder first
/// @param dataFolder folder with one for each process
/// @param basePort the gateway's port; [ClusterPorts] has the others
/// @param instances of each service, 1 to 4
/// @param brokers nodes of Kafka, 1 to 9
/// @param restart true to restart a process that dies
/// @param demo true to fill an empty catalogue with the demo's
/// @param operatorToken given operator token; null to make and keep one
/// @param javaOptions added to the options of every JVM of the cluster
record ClusterOptions(
        boolean fresh,
        Path dataFolder,
        int basePort,
        int instances,
        int brokers,
        boolean restart,
        boolean demo,
        @Nullable String operatorToken,
        List<String> javaOptions) {
    static final String DATA = "INTERLUDE_CLUSTER_DATA";
    static final String PORT = "INTERLUDE_CLUSTER_PORT";

    /// As many as `deploy/gateway/haproxy.cfg` has servers for.
    private static final int MOST_INSTANCES = 4;

    private static final int MOST_BROKERS = 9;
    private static final int DEFAULT_PORT = 8_180;

    ClusterOptions {
        javaOptions = List.copyOf(javaOptions);
        range("--instances", instances, MOST_INSTANCES);
        range("--brokers", brokers, MOST_BROKERS);
        if (basePort > ClusterPorts.HIGHEST_BASE) {
            throw new IllegalArgumentException(
                    PORT + " must be at most " + ClusterPorts.HIGHEST_BASE + ".");
        }
    }

    /// Reads the command line and the environment; the command line wins.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static ClusterOptions parse(List<String> arguments, Map<String, String> environment) {
        EnvironmentOptions settings = new EnvironmentOptions(environment);
        Given given =
                CommandLines.read(
                        arguments,
                        new Given(settings.folder(DATA, "data/cluster")),
                        CommandLines.LAUNCHER);
        return new ClusterOptions(
                given.fresh,
                given.data.toAbsolutePath().normalize(),
                settings.port(PORT, DEFAULT_PORT),
                given.instances,
                given.brokers,
                !given.noRestart,
                settings.flag("INTERLUDE_DEMO"),
                settings.operatorToken(),
                words(environment.getOrDefault("INTERLUDE_JAVA_OPTS", "")));
    }

    private static void range(String option, int number, int most) {
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(option + " must be 1 to " + most + ".");
        }
    }

    private static List<String> words(String text) {
        return Stream.of(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }

    @Override
    public String toString() {
        return "ClusterOptions[basePort=" + basePort + ", dataFolder=" + dataFolder + "]";
    }

    private static final class Given {
        @Option(names = "--fresh")
        private boolean fresh;

        @Option(names = "--no-restart")
        private boolean noRestart;

        @Option(names = "--data")
        private Path data;

        @Option(names = "--instances")
        private int instances = 2;

        @Option(names = "--brokers")
        private int brokers = 3;

        Given(Path data) {
            this.data = data;
        }
    }
}
