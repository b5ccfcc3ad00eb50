package io.interlude.local.cluster;

import io.interlude.local.boot.EnvironmentOptions;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How the cluster was asked to run: `./interlude cluster` and its environment. Prints no token.
///
/// @param fresh true to empty the data folder first
/// @param dataFolder where every process has a folder
/// @param basePort the gateway's port; [ClusterPorts] has the others
/// @param instances of each service, 1 to 4
/// @param brokers nodes of Kafka, 1 to 9
/// @param restart whether a process that dies is started again
/// @param demo whether an empty catalogue is filled with the demo's
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
        EnvironmentOptions given = new EnvironmentOptions(environment);
        boolean fresh = false;
        boolean restart = true;
        Path data = given.folder(DATA, "data/cluster");
        int instances = 2;
        int brokers = 3;
        Deque<String> rest = new ArrayDeque<>(arguments);
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            switch (option) {
                case "--fresh" -> fresh = true;
                case "--no-restart" -> restart = false;
                case "--data" -> data = Path.of(value(option, rest)).toAbsolutePath().normalize();
                case "--instances" -> instances = number(option, rest);
                case "--brokers" -> brokers = number(option, rest);
                default ->
                        throw new IllegalArgumentException(
                                "Unknown option " + option + ": see ./interlude help.");
            }
        }
        return new ClusterOptions(
                fresh,
                data,
                given.port(PORT, DEFAULT_PORT),
                instances,
                brokers,
                restart,
                given.flag("INTERLUDE_DEMO"),
                given.operatorToken(),
                words(environment.getOrDefault("INTERLUDE_JAVA_OPTS", "")));
    }

    private static String value(String option, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException("Option " + option + " needs a value.");
        }
        return rest.removeFirst();
    }

    private static int number(String option, Deque<String> rest) {
        String text = value(option, rest);
        return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
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
}
