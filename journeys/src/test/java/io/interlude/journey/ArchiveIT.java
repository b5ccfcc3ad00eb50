package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.loopback.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The archive and the image of `./interlude dist`, without the training run. The archive is
/// unpacked into an empty folder, and started where no program but those that its launcher calls
/// can be found; the image is unpacked into another, which is then all that its process can see.
class ArchiveIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path JAR = ROOT.resolve("interlude-local/target/interlude-local.jar");
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final long MOST_BYTES = 250L << 20;
    private static final List<String> PROGRAMS = List.of("bash", "dirname", "sed");
    private static final String ASK =
            """
            {"subscriber": "reader-1", "attributes": {"country": "US"}, "context": [
             {"role": "user", "text": "Can you find us a hotel in Lisbon for two nights?"}]}\
            """;

    @TempDir private static Path folder;

    private static Path image;
    private static Path unpacked;
    private static Path programs;

    private final int port = FreePorts.one();
    private final Map<String, String> environment =
            Map.of(
                    "PATH", programs.toString(),
                    "INTERLUDE_PORT", String.valueOf(port),
                    "INTERLUDE_BROKER_PORT", String.valueOf(FreePorts.one()));

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        // The launcher builds nothing when the jar, which this build made, is newer than sources.
        Files.setLastModifiedTime(JAR, FileTime.from(Instant.now()));
        Path output = Files.createDirectory(folder.resolve("output"));
        Path java = Path.of(System.getProperty("java.home"));
        run(
                Map.of("PATH", System.getenv("PATH"), "JAVA_HOME", java.toString()),
                List.of(
                        "./interlude",
                        "dist",
                        "--untrained",
                        "--image",
                        "--output",
                        output.toString()),
                ROOT);
        Path archive = only(output, ".tar.gz");
        image = only(output, ".oci.tar");
        assertThat(Files.size(archive)).isLessThan(MOST_BYTES);
        assertThat(Files.size(image)).isLessThan(MOST_BYTES);
        Path empty = Files.createDirectory(folder.resolve("empty"));
        run(
                Map.of("PATH", System.getenv("PATH")),
                List.of("tar", "-xzf", archive.toString()),
                empty);
        unpacked = only(empty, "");
        programs = Files.createDirectory(folder.resolve("bin"));
        for (String program : PROGRAMS) {
            Files.createSymbolicLink(programs.resolve(program), Path.of("/usr/bin", program));
        }
    }

    private static Path only(Path parent, String ending) throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            List<Path> all = files.filter(file -> file.toString().endsWith(ending)).toList();
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }

    private static Process begin(
            Map<String, String> environment, List<String> command, Path where, Path log)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(where.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String run(Map<String, String> environment, List<String> command, Path where)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "command", ".log");
        Process process = begin(environment, command, where, log);
        if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String output = Files.readString(log);
        assertThat(process.waitFor()).as("%s: %s", command, output).isZero();
        return output.strip();
    }

    private static List<String> launcher(String... arguments) {
        return Stream.concat(Stream.of("/usr/bin/bash", "./interlude"), Arrays.stream(arguments))
                .toList();
    }

    private static String textOf(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpRequest.Builder at(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(DEADLINE);
    }

    private static String expectOk(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        try (HttpClient client =
                HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
            HttpResponse<String> answer =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            return answer.body();
        }
    }

    private void servesAnAd(String key) throws IOException, InterruptedException {
        assertThat(
                        expectOk(
                                at("/v1/fetch/v2")
                                        .header("Authorization", "Bearer " + key)
                                        .header("Content-Type", "application/json")
                                        .POST(HttpRequest.BodyPublishers.ofString(ASK))))
                .contains("\"messageId\"");
    }

    /// A product that answers, and ends well when it is told to.
    ///
    /// @param log what it prints
    private record Running(Process process, Path log) implements AutoCloseable {
        void awaitReady() {
            RunningCluster.await(
                    "the product is ready",
                    () -> !process.isAlive() || textOf(log).contains("\nready "));
            assertThat(process.isAlive()).as(textOf(log)).isTrue();
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS).join();
            assertThat(process.exitValue()).as(textOf(log)).isZero();
        }
    }

    @Test
    void saysThatSomeCommandsNeedTheSources() throws IOException, InterruptedException {
        Path log = folder.resolve("cluster.log");
        Process process = begin(environment, launcher("cluster"), unpacked, log);
        assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(textOf(log)).contains("cluster needs the sources");
    }

    @Test
    void servesWithoutAJdk() throws IOException, InterruptedException {
        Path log = folder.resolve("up.log");
        try (Running product =
                new Running(begin(environment, launcher("up"), unpacked, log), log)) {
            product.awaitReady();
            servesAnAd(run(environment, launcher("key"), unpacked));
            assertThat(expectOk(at("/console"))).contains("<title>");
            assertThat(expectOk(at("/docs/"))).contains("<title>");
            assertThat(expectOk(at("/sdk/"))).contains("interlude-client-");
            hasItsCommands();
        }
    }

    /// Each is a class of its own, with libraries that the product may not need.
    private void hasItsCommands() throws IOException, InterruptedException {
        assertThat(run(environment, launcher("demo", "--minutes", "0.05"), unpacked))
                .contains("fill rate");
        assertThat(run(environment, launcher("audit"), unpacked)).contains("passed");
        assertThat(
                        run(
                                environment,
                                launcher("export-subscriber", "--subscriber", "reader-1"),
                                unpacked))
                .contains("\"record\"");
        assertThat(run(environment, launcher("console"), unpacked))
                .contains("http://127.0.0.1:" + port + "/console");
        assertThat(run(environment, launcher("sms", "--help"), unpacked)).contains("Usage");
    }

    @Test
    void servesFromItsImageWhereNothingElseIs() throws IOException, InterruptedException {
        // given
        UnpackedImage container = UnpackedImage.of(image, folder.resolve("container"));
        assertThat(container.user()).isEqualTo("10001:10001");
        assertThat(container.root().resolve("bin")).doesNotExist();
        UnpackedImage.assumeThatItCanRun();
        Map<String, String> settings = new HashMap<>(container.environment());
        settings.put("INTERLUDE_PORT", String.valueOf(port));
        settings.put("INTERLUDE_BROKER_PORT", environment.get("INTERLUDE_BROKER_PORT"));
        Path data = container.root().resolve("." + settings.get("INTERLUDE_DATA"));

        // when
        Path log = folder.resolve("container.log");
        try (Running product =
                new Running(begin(settings, container.command(), folder, log), log)) {
            product.awaitReady();

            // then
            JsonNode keys = Api.JSON.readTree(data.resolve("demo-keys.json"));
            servesAnAd(keys.path("applications").path(0).path("key").asString());
            assertThat(Files.getAttribute(data, "unix:uid")).isEqualTo(10_001);
        }
    }
}
