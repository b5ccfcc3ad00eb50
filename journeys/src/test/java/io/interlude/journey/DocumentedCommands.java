package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The commands of a page: its blocks that are marked `sh run`, run by one shell from top to
/// bottom, as somebody would paste them. Blocks without a mark are not run.
record DocumentedCommands(Path page, List<String> blocks) {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK =
            Pattern.compile("^```sh run\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern ELSEWHERE =
            Pattern.compile("(^|/)(\\.git|target|node_modules|data)(/|$)");
    private static final long DEADLINE_SECONDS = 120;

    /// What comes before the blocks: a refusal ends the shell.
    private static final String BEFORE =
            """
            set -euo pipefail
            curl() { command curl --fail-with-body "$@"; }
            """;

    DocumentedCommands {
        blocks = List.copyOf(blocks);
    }

    /// The pages of the project that have such blocks; names are relative to its root.
    static List<DocumentedCommands> all() throws IOException {
        List<DocumentedCommands> all = new ArrayList<>();
        for (Path page : pages()) {
            List<String> blocks =
                    BLOCK.matcher(Files.readString(ROOT.resolve(page)))
                            .results()
                            .map(MatchResult::group)
                            .map(block -> block.replaceAll("(?m)^```.*$", ""))
                            .toList();
            if (!blocks.isEmpty()) {
                all.add(new DocumentedCommands(page, blocks));
            }
        }
        return all;
    }

    /// Every page of the project.
    static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.map(ROOT::relativize)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !ELSEWHERE.matcher(file.toString()).find())
                    .sorted()
                    .toList();
        }
    }

    /// Runs them in a folder, where the launcher seems to be, and answers what they printed.
    String run(ProductProcess product, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path launcher = folder.resolve("interlude");
        Files.writeString(
                launcher, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(ROOT.resolve("interlude")));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        Path log = folder.resolve("output.log");
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", script(product.url(), folder))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().put("INTERLUDE_DATA", product.dataFolder().toString());
        Process process = builder.start();
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String output = Files.readString(log);
        assertThat(process.waitFor()).as("%s: %s", page, output).isZero();
        return output;
    }

    /// The page's own words, on the product of the test and with the test's folder for temporary
    /// files. Each block says that it was run.
    private String script(URI product, Path folder) {
        StringBuilder script = new StringBuilder(BEFORE);
        for (int i = 0; i < blocks.size(); i++) {
            script.append(blocks.get(i)).append("\necho; echo '").append(ran(i)).append("'\n");
        }
        return script.toString()
                .replace("http://127.0.0.1:8080", product.toString())
                .replace("/tmp/", folder + "/");
    }

    /// The line that a block prints when it was run.
    ///
    /// @param number from 0
    static String ran(int number) {
        return "block " + number + " was run";
    }
}
