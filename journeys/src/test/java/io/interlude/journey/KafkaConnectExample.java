package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// `examples/kafka-connect`, built and run as its README says, but at the addresses of a test's
/// product. Without Maven and a registry the test is skipped, and says so.
final class KafkaConnectExample {
    private static final Path EXAMPLE = Path.of("..", "examples", "kafka-connect");
    private static final long BUILD_SECONDS = 300;
    private static final long STOP_SECONDS = 60;

    private final Path folder;

    private KafkaConnectExample(Path folder) {
        this.folder = folder;
    }

    static KafkaConnectExample build(ProductProcess product, Path parent)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(parent.resolve("kafka-connect"));
        try (Stream<Path> files = Files.list(EXAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        KafkaConnectExample example = new KafkaConnectExample(folder);
        Path worker = folder.resolve("worker.properties");
        Files.writeString(
                worker,
                Files.readString(worker)
                        .replace("127.0.0.1:19092", product.brokers())
                        .replace("127.0.0.1:8083", "127.0.0.1:" + FreePorts.one())
                        .replace("http://127.0.0.1:8080", product.url().toString()));
        Process maven = example.begin("mvn", "-B", "-ntp", "-q", "package");
        if (!maven.waitFor(BUILD_SECONDS, TimeUnit.SECONDS)) {
            maven.destroyForcibly();
        }
        assumeTrue(
                maven.waitFor() == 0,
                () -> "left out: Maven could not build the example: " + example.log());
        return example;
    }

    private Process begin(String... command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("log").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder.start();
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Runs the worker until the lines that it wrote are enough, and ends it.
    List<JsonNode> runUntil(Predicate<List<JsonNode>> enough)
            throws IOException, InterruptedException {
        Process worker =
                begin(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        "target/classes:target/lib/*",
                        "org.apache.kafka.connect.cli.ConnectStandalone",
                        "worker.properties",
                        "file-sink.properties");
        try {
            Eventually.holds(
                    "Kafka Connect writes the records",
                    () -> !worker.isAlive() || enough.test(lines()));
            assertThat(worker.isAlive()).as(log()).isTrue();
        } finally {
            worker.destroy();
            if (!worker.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                worker.destroyForcibly();
            }
        }
        return lines();
    }

    /// A last line that is not whole is being written.
    private List<JsonNode> lines() {
        Path file = folder.resolve("topics.ndjson");
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(Api.JSON::readTree)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
