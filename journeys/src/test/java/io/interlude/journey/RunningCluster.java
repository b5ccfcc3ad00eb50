package io.interlude.journey;

import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.waiting.Eventually;
import io.interlude.local.cluster.Cluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The cluster as `./interlude cluster` starts it, on ports and in a folder of the test's.
final class RunningCluster implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(8);
    private static final Duration WAIT = Duration.ofMinutes(5);
    private static final int PORTS = 80;

    private final Process supervisor;
    private final Path folder;
    private final List<String> output;

    private RunningCluster(Process supervisor, Path folder, List<String> output) {
        this.supervisor = supervisor;
        this.folder = folder;
        this.output = output;
    }

    static RunningCluster start(Path folder, String... options)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-Dinterlude.home=" + Path.of("..").toAbsolutePath().normalize(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Cluster.class.getName(),
                                "--data",
                                folder.toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("INTERLUDE_"));
        builder.environment().put("INTERLUDE_CLUSTER_PORT", String.valueOf(FreePorts.row(PORTS)));
        builder.environment().put("INTERLUDE_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        builder.environment().put("INTERLUDE_HTTP_REHEARSAL", "0");
        builder.environment().put("INTERLUDE_STOP_NOTICE", "300ms");
        Process supervisor = builder.start();
        RunningCluster cluster =
                new RunningCluster(supervisor, folder, new CopyOnWriteArrayList<>());
        cluster.awaitReady();
        return cluster;
    }

    private void awaitReady() throws IOException, InterruptedException {
        // A cluster that hangs is ended, which ends the reading.
        Thread watchdog =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                if (!supervisor.waitFor(
                                        DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                                    supervisor.destroy();
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        BufferedReader reader = supervisor.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            output.add(line);
            if (line.startsWith("ready ")) {
                watchdog.interrupt();
                Thread.ofVirtual().start(() -> reader.lines().forEach(output::add));
                return;
            }
        }
        throw new IOException("the cluster did not become ready:\n" + String.join("\n", output));
    }

    /// Returns once the condition holds: a process that starts takes its time on a busy machine.
    static void await(String what, BooleanSupplier condition) {
        Eventually.holds(what, WAIT, condition);
    }

    /// What it printed.
    List<String> output() {
        return List.copyOf(output);
    }

    Path folder() {
        return folder;
    }

    JsonNode description() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("cluster.json")));
    }

    URI url() throws IOException {
        return URI.create(description().path("url").asString());
    }

    /// A process as `cluster.json` tells of it.
    JsonNode process(String name) {
        try {
            for (JsonNode process : description().path("processes")) {
                if (process.path("name").asString().equals(name)) {
                    return process;
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no process " + name);
    }

    /// Every process that runs under the supervisor, its guard too.
    List<ProcessHandle> descendants() {
        return supervisor.descendants().toList();
    }

    /// Asks it to end, by SIGTERM.
    ///
    /// @return its exit code
    int terminate() throws InterruptedException {
        supervisor.destroy();
        return supervisor.waitFor();
    }

    @Override
    public void close() {
        // The guard ends the others.
        supervisor.destroyForcibly();
    }
}
