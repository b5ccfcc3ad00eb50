package io.interlude.context.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxLibrariesTest {
    private static final int DEADLINE_SECONDS = 60;

    @TempDir private Path folder;

    @Test
    void leaveNothingBehindAProcessThatHalts() throws Exception {
        // given
        Path temporary = Files.createDirectory(folder.resolve("temporary"));

        // when
        Process process = halting(temporary);
        boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();

        // then
        assertThat(ended).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(temporary).isEmptyDirectory();
    }

    private static Process halting(Path temporary) throws IOException {
        return new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path")
                                        + File.pathSeparator
                                        + System.getProperty("surefire.test.class.path", ""),
                                Halting.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /// Ends without exit hooks, with 0 if the libraries answer.
    static final class Halting {
        private Halting() {}

        public static void main(String... arguments) {
            boolean answer = OnnxLibraries.environment().getVersion().startsWith("1.");
            Runtime.getRuntime().halt(answer ? 0 : 1);
        }
    }
}
