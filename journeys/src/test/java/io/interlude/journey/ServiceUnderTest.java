package io.interlude.journey;

import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// One service as a process of its own, started from its jar as an operator does, on a free port
/// and with folders of the test's.
final class ServiceUnderTest implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final String name;
    private final int port;
    private final Path log;
    private final Process process;

    private ServiceUnderTest(String name, int port, Path log, Process process) {
        this.name = name;
        this.port = port;
        this.log = log;
        this.process = process;
    }

    /// Launches it and returns at once.
    static ServiceUnderTest launch(
            String name, int port, Path folder, Map<String, String> environment)
            throws IOException {
        Path jar = REPOSITORY.resolve(name).resolve("target").resolve(name + ".jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("no " + jar + ": package the module first");
        }
        ProcessBuilder builder =
                new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "@" + REPOSITORY.resolve("service.options"),
                                "-XX:TieredStopAtLevel=1",
                                "-jar",
                                jar.toString()));
        Map<String, String> variables = builder.environment();
        variables.keySet().removeIf(variable -> variable.startsWith("INTERLUDE_"));
        variables.putAll(environment);
        variables.put("INTERLUDE_HTTP_PORT", String.valueOf(port));
        variables.put("INTERLUDE_OUTBOX_FOLDER", folder.resolve(name + "-outbox").toString());
        Path log = folder.resolve(name + ".log");
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        return new ServiceUnderTest(name, port, log, builder.start());
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    ServiceUnderTest awaitReady() throws IOException, InterruptedException {
        int status =
                Eventually.found(
                        name + " is ready, see " + log,
                        DEADLINE,
                        () -> status("/health/ready"),
                        found -> found == 200 || !process.isAlive());
        if (status != 200) {
            throw new IOException(name + " did not become ready:\n" + log());
        }
        return this;
    }

    /// The status of an answer; -1 without one.
    int status(String path) throws InterruptedException {
        try {
            return CLIENT.send(
                            HttpRequest.newBuilder(url().resolve(path))
                                    .timeout(Duration.ofSeconds(5))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return -1;
        }
    }

    String get(String path) throws IOException, InterruptedException {
        return CLIENT.send(
                        HttpRequest.newBuilder(url().resolve(path)).timeout(DEADLINE).build(),
                        BodyHandlers.ofString())
                .body();
    }

    /// Asks it to end, by SIGTERM.
    void terminate() {
        process.destroy();
    }

    /// How it ended.
    int exitCode() throws IOException, InterruptedException {
        if (!process.waitFor(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException(name + " did not end:\n" + log());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
