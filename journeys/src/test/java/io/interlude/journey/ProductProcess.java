package io.interlude.journey;

import io.interlude.journal.loopback.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The product as a process of its own, as `./interlude up` starts it, on free ports and a folder
/// of the test's.
final class ProductProcess implements AutoCloseable {
    static final String OPERATOR_TOKEN = "operator-token-of-the-journey-tests";

    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final int TERMINATED = 143;

    /// Of the log, in the message of a start that failed.
    private static final int LOG_CHARACTERS = 16_384;

    /// The first start is as anybody's. Those that follow save thousands of requests to themselves,
    /// beside all that starts.
    private static final String WARM_UP = "2s";

    private static final String NO_WARM_UP = "0";

    private final Path folder;
    private final int port;
    private final int brokerPort;
    private final boolean demo;
    private final Map<String, String> settings;
    private Process process;

    private ProductProcess(Path folder, boolean demo, Map<String, String> settings, boolean awaited)
            throws IOException, InterruptedException {
        this.folder = folder;
        this.demo = demo;
        this.settings = Map.copyOf(settings);
        this.port = FreePorts.one();
        this.brokerPort = FreePorts.one();
        Files.createDirectories(temporaryFolder());
        this.process = begin(demo || !awaited ? NO_WARM_UP : WARM_UP);
        if (awaited) {
            awaitReadyLine(process);
        }
    }

    /// Starts the product with an empty catalogue and returns when it is ready.
    static ProductProcess start(Path folder) throws IOException, InterruptedException {
        return new ProductProcess(folder, false, Map.of(), true);
    }

    /// Starts the product with the demo's catalogue and returns when it is ready.
    static ProductProcess startWithDemo(Path folder) throws IOException, InterruptedException {
        return new ProductProcess(folder, true, Map.of(), true);
    }

    /// Starts the product without the demo on what `data` in the folder holds, and returns when it
    /// is ready.
    static ProductProcess startOn(Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        return new ProductProcess(folder, false, settings, true);
    }

    /// The same, but returns at once.
    static ProductProcess beginOn(Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        return new ProductProcess(folder, false, settings, false);
    }

    private Process launch(String warmUp) throws IOException, InterruptedException {
        Process started = begin(warmUp);
        awaitReadyLine(started);
        return started;
    }

    private Process begin(String warmUp) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx768m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-XX:+UseCompactObjectHeaders",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + temporaryFolder(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.interlude.local.boot.InterludeLocal"));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment()
                .putAll(
                        Map.of(
                                "INTERLUDE_PORT", String.valueOf(port),
                                "INTERLUDE_BROKER_PORT", String.valueOf(brokerPort),
                                "INTERLUDE_DATA", folder.resolve("data").toString(),
                                "INTERLUDE_OPERATOR_TOKEN", OPERATOR_TOKEN,
                                "INTERLUDE_DEMO", String.valueOf(demo)));
        builder.environment().putAll(settings);
        builder.redirectError(
                ProcessBuilder.Redirect.appendTo(folder.resolve("errors.log").toFile()));
        builder.environment().put("INTERLUDE_HTTP_REHEARSAL", warmUp);
        return builder.start();
    }

    private void awaitReadyLine(Process started) throws IOException, InterruptedException {
        StringBuilder output = new StringBuilder();
        BufferedReader reader = started.inputReader(StandardCharsets.UTF_8);
        // A process that hangs is ended, which ends the reading.
        Thread watchdog =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                if (!started.waitFor(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                                        && !output.toString().contains("ready ")) {
                                    keepStacks(started);
                                    started.destroyForcibly();
                                }
                            } catch (IOException e) {
                                started.destroyForcibly();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            output.append(line).append('\n');
            if (line.equals("ready http://127.0.0.1:" + port)) {
                watchdog.interrupt();
                keep(output.toString());
                Thread.ofVirtual().start(() -> reader.lines().forEach(next -> keep(next + '\n')));
                return;
            }
        }
        throw new IOException(
                "the product did not become ready:\n"
                        + output
                        + "\n"
                        + Files.readString(folder.resolve("errors.log"))
                        + "\n"
                        + lastOfLog());
    }

    private String lastOfLog() throws IOException {
        String log = Files.exists(logFile()) ? log() : "";
        return log.substring(Math.max(0, log.length() - LOG_CHARACTERS));
    }

    /// Writes among its errors what each thread does: where a start hangs is not to be seen from
    /// outside.
    private void keepStacks(Process hanging) throws IOException, InterruptedException {
        new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jstack").toString(),
                        String.valueOf(hanging.pid()))
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("errors.log").toFile()))
                .start()
                .waitFor(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// What it prints is kept like its errors, for tests that look for what must not be in there.
    private void keep(String output) {
        try {
            Files.writeString(
                    folder.resolve("output.log"),
                    output,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    String brokers() {
        return "127.0.0.1:" + brokerPort;
    }

    URI registry() {
        return url().resolve("/registry");
    }

    Path dataFolder() {
        return folder.resolve("data");
    }

    /// The only place for temporary files that it knows.
    Path temporaryFolder() {
        return folder.resolve("temporary");
    }

    /// What it wrote into the log in its data folder.
    String log() throws IOException {
        return Files.readString(logFile());
    }

    private Path logFile() {
        return folder.resolve("data/log/interlude.log");
    }

    /// Ends the process as `kill -9` does.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// Ends the process as `kill -9` does, and starts it again on the same folder.
    void killAndRestart() throws IOException, InterruptedException {
        kill();
        process = launch(NO_WARM_UP);
    }

    /// Asks the process to end, expects exit code 0, and starts it again on the same folder.
    void restart() throws IOException, InterruptedException {
        int exitCode = terminate();
        if (exitCode != 0) {
            throw new IOException(
                    "the product ended with "
                            + exitCode
                            + (exitCode == TERMINATED ? ", as one that did not drain" : ""));
        }
        process = launch(NO_WARM_UP);
    }

    private int terminate() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new IOException("the product did not end when asked to");
        }
        return process.exitValue();
    }

    @Override
    public void close() throws IOException {
        try {
            if (process.isAlive()) {
                terminate();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
