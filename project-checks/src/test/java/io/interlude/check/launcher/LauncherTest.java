package io.interlude.check.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./interlude test` on a machine that has nothing but a JDK and Maven: a copy of the command in
/// an empty folder, and a path with stand-ins for what it calls.
class LauncherTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final List<String> TOOLS =
            List.of(
                    "bash",
                    "basename",
                    "cat",
                    "chmod",
                    "date",
                    "dirname",
                    "env",
                    "find",
                    "grep",
                    "head",
                    "mkdir",
                    "mktemp",
                    "printf",
                    "readlink",
                    "rm",
                    "sed",
                    "sleep",
                    "sort",
                    "touch",
                    "uname");
    private static final String MAVEN =
            """
            [[ "$1" != -v ]] || { echo 'Apache Maven 3.9.9'; exit; }
            echo "mvn $*" >> "$CALLS"
            sleep 0.1
            """;

    @TempDir Path folder;
    private Path programs;
    private Path calls;

    private record Outcome(int status, String output) {}

    @BeforeEach
    void prepare() throws IOException {
        programs = Files.createDirectory(folder.resolve("bin"));
        calls = folder.resolve("calls");
        for (String tool : TOOLS) {
            for (String from : List.of("/usr/bin", "/bin")) {
                if (Files.isExecutable(Path.of(from, tool))
                        && !Files.exists(programs.resolve(tool))) {
                    Files.createSymbolicLink(programs.resolve(tool), Path.of(from, tool));
                }
            }
        }
        Files.copy(Path.of("..", "interlude"), folder.resolve("interlude"));
        program("mvn", MAVEN);
        program("id", "echo 0");
    }

    private void program(String name, String script) throws IOException {
        Path file = programs.resolve(name);
        Files.writeString(file, "#!" + programs.resolve("bash") + "\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Outcome run(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder();
        builder.command()
                .addAll(List.of(programs.resolve("bash").toString(), "./interlude", "test"));
        builder.command().addAll(Arrays.asList(arguments));
        builder.environment().clear();
        builder.environment().put("PATH", programs.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("CALLS", calls.toString());
        Path output = folder.resolve("output");
        Process process =
                builder.directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        boolean ended = process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).isTrue();
        return new Outcome(process.exitValue(), Files.readString(output));
    }

    private List<String> calls() throws IOException {
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    /// Has Maven leave the report of a test class.
    private void reports(String name, String suite) throws IOException {
        Path reports = folder.resolve("module/target/surefire-reports");
        program(
                "mvn",
                MAVEN
                        + "mkdir -p '"
                        + reports
                        + "'\n"
                        + "cat > '"
                        + reports
                        + "/TEST-"
                        + name
                        + ".xml' <<'XML'\n"
                        + suite
                        + "\nXML\n");
    }

    @Test
    void namesWhatIsLeftOutAndTestsTheRest() throws Exception {
        reports(
                "io.interlude.GatewayIT",
                """
                <testsuite name="io.interlude.GatewayIT" tests="1" errors="0" skipped="1" failures="0">
                  <testcase><skipped message="left out: the gateway is HAProxy: install haproxy"/></testcase>
                </testsuite>\
                """);

        Outcome outcome = run("-Dtest=Some");

        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(calls())
                .containsExactly(
                        "mvn -B -ntp -T 2 --fail-at-end -Dmaven.test.failure.ignore=true verify"
                                + " -Dtest=Some");
        assertThat(outcome.output())
                .contains(
                        "tests that need chromium nodejs npm haproxy will be left out",
                        "io.interlude.GatewayIT: left out: the gateway is HAProxy",
                        "this machine has no chromium nodejs npm haproxy");
    }

    @Test
    void aFailureIsNamedAtTheEndAndEndsWithOne() throws Exception {
        reports(
                "io.interlude.BrokenTest",
                "<testsuite name=\"io.interlude.BrokenTest\" tests=\"2\" errors=\"0\""
                        + " skipped=\"0\" failures=\"1\">");

        Outcome outcome = run();

        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.output()).contains("tests that failed:\n  io.interlude.BrokenTest\n");
    }

    @Test
    void anOldReportIsNoFailure() throws Exception {
        Path reports = Files.createDirectories(folder.resolve("module/target/surefire-reports"));
        Path old = reports.resolve("TEST-io.interlude.OldTest.xml");
        Files.writeString(old, "<testsuite name=\"x\" errors=\"1\" failures=\"0\">");
        Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));

        assertThat(run().status()).isZero();
    }

    @Test
    void aBuildThatFailsEndsWithOne() throws Exception {
        program("mvn", MAVEN + "exit 1");

        assertThat(run().status()).isEqualTo(1);
    }

    @Test
    void installsWhatIsMissingOneByOne() throws Exception {
        program(
                "apt-get",
                """
                echo "apt-get $*" >> "$CALLS"
                [[ "$*" != *haproxy* ]] || exit 100
                [[ "$1" != install ]] || { echo '#!/bin/sh' > "$(dirname "$0")/${*: -1}"; chmod +x "$(dirname "$0")/${*: -1}"; }
                """);

        Outcome outcome = run();

        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(calls())
                .containsSequence(
                        "apt-get update -qq",
                        "apt-get install -y -qq --no-install-recommends chromium",
                        "apt-get install -y -qq --no-install-recommends nodejs",
                        "apt-get install -y -qq --no-install-recommends npm",
                        "apt-get install -y -qq --no-install-recommends haproxy");
        assertThat(outcome.output())
                .contains(
                        "installing chromium nodejs npm haproxy",
                        "haproxy could not be installed",
                        "tests that need haproxy will be left out");
    }

    @Test
    void withoutRightsItSaysWhatItWouldHaveDone() throws Exception {
        program("id", "echo 1000");
        program("sudo", "exit 1");
        program("apt-get", "echo \"apt-get $*\" >> \"$CALLS\"");

        Outcome outcome = run();

        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("As root, this would do: apt-get install chromium");
        assertThat(calls()).hasSize(1).first().asString().startsWith("mvn ");
    }

    @Test
    void tellsAtOnceThatMavenIsMissingOrTooOld() throws Exception {
        program("mvn", "echo 'Apache Maven 3.6.3'");
        Outcome old = run();
        Files.delete(programs.resolve("mvn"));
        Outcome none = run();

        assertThat(old.status()).isEqualTo(1);
        assertThat(old.output()).contains("Maven 3.8 or later is needed, and mvn is 3.6");
        assertThat(none.status()).isEqualTo(1);
        assertThat(none.output()).contains("mvn is not on the PATH");
        assertThat(calls()).isEmpty();
    }

    @Test
    void takesTheWrapperWhereNoMavenIsOnThePath() throws Exception {
        Files.move(programs.resolve("mvn"), folder.resolve("mvnw"));

        Outcome outcome = run();

        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(calls()).singleElement().asString().startsWith("mvn -B -ntp ");
    }
}
