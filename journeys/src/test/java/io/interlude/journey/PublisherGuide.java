package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;

/// The code of a page of `docs/publishers`, run as a publisher would run it: by Node, against the
/// product. A driver of the same name among the test resources calls it and prints what came out.
final class PublisherGuide {
    private static final Path DOCS = Path.of("..", "docs", "publishers");
    private static final Path EXECUTOR = Path.of("..", "web-embed", "src", "main", "js");
    private static final Path PACKAGE = Path.of("..", "clients", "typescript");
    private static final Path DRIVERS = Path.of("src", "test", "resources", "publishers");
    private static final List<String> EXECUTOR_FILES = List.of("walk.js", "render-text.js");
    private static final Pattern CODE =
            Pattern.compile("```js file=(\\S+)\n(.*?)```", Pattern.DOTALL);
    private static final long DEADLINE_SECONDS = 60;

    private final String name;
    private final Path folder;

    private PublisherGuide(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /// Puts the code of the page `{name}.md` into the folder, with what it imports: the executor
    /// and the package for JavaScript, which needs no build.
    static PublisherGuide extract(String name, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        Path installed = folder.resolve("node_modules/@interlude/client");
        Path sources = Files.createDirectories(installed.resolve("src"));
        Files.copy(PACKAGE.resolve("package.json"), installed.resolve("package.json"));
        try (Stream<Path> files = Files.list(PACKAGE.resolve("src"))) {
            for (Path file : files.toList()) {
                Files.copy(file, sources.resolve(file.getFileName()));
            }
        }
        for (String file : EXECUTOR_FILES) {
            Files.copy(EXECUTOR.resolve(file), folder.resolve(file));
            Files.copy(
                    EXECUTOR.resolve(file),
                    sources.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Files.copy(DRIVERS.resolve(name + ".mjs"), folder.resolve("driver.mjs"));
        Matcher code = CODE.matcher(Files.readString(DOCS.resolve(name + ".md")));
        while (code.find()) {
            Files.writeString(
                    folder.resolve(code.group(1)),
                    code.group(2),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
        return new PublisherGuide(name, folder);
    }

    /// What the driver printed, as JSON.
    JsonNode run(Api publisher) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors.log");
        ProcessBuilder builder =
                new ProcessBuilder(node().toString(), "driver.mjs")
                        .directory(folder.toFile())
                        .redirectOutput(folder.resolve("output.json").toFile())
                        .redirectError(errors.toFile());
        builder.environment().put("INTERLUDE_URL", publisher.base().toString());
        builder.environment().put("INTERLUDE_KEY", publisher.key());
        builder.environment().put("SUBSCRIBER_SECRET", "secret of the guides' test");
        Process process = builder.start();
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as("%s: %s", name, Files.readString(errors)).isZero();
        return Api.JSON.readTree(Files.readString(folder.resolve("output.json")));
    }

    private static Path node() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(folder -> List.of("node", "nodejs").stream().map(n -> Path.of(folder, n)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() ->
                        Assumptions.abort(
                                "left out: the publishers' guides are run by Node: install"
                                        + " nodejs"));
    }
}
