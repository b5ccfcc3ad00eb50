package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A folder with a `package.json`, such as those of `examples`, installed and run. What it needs is
/// not ours to bring: without Node, npm or a package registry the test is skipped, and says which
/// was missing.
final class NodeExample {
    private static final long INSTALL_SECONDS = 120;
    private static final long RUN_SECONDS = 180;

    private final Path folder;
    private final String node;

    private NodeExample(Path folder, String node) {
        this.folder = folder;
        this.node = node;
    }

    /// Copies the folder and installs what its lock file names. Scripts of packages are not run.
    static NodeExample install(Path source, Path parent) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(parent.resolve(source.getFileName()));
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Optional<String> node = command("node").or(() -> command("nodejs"));
        Optional<String> npm = command("npm");
        assumeTrue(node.isPresent(), "left out: the example needs Node, and there is none");
        assumeTrue(npm.isPresent(), "left out: the example needs npm, and there is none");
        NodeExample example = new NodeExample(folder, node.orElseThrow());
        example.install(npm.orElseThrow());
        return example;
    }

    Path folder() {
        return folder;
    }

    private void install(String npm) throws IOException, InterruptedException {
        Path log = folder.resolve("npm.log");
        Process process =
                new ProcessBuilder(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (!process.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            abort("left out: npm took more than %d s".formatted(INSTALL_SECONDS));
        }
        if (process.exitValue() != 0) {
            abort("left out: npm could not install the example:\n" + Files.readString(log));
        }
    }

    /// What the script printed, a JSON value a line.
    List<JsonNode> run(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Path output = folder.resolve("output.ndjson");
        Path errors = folder.resolve("errors.log");
        List<String> command = new ArrayList<>(List.of(node));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(RUN_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return Files.readAllLines(output).stream().map(Api.JSON::readTree).toList();
    }

    private static Optional<String> command(String name) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }
}
