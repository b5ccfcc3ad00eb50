package io.interlude.check.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plants one violation at a time and expects it to be found, and its innocent neighbour not to be.
class TidyRulesTest {

    private static final String MAIN = "fetch-service/src/main/java/io/interlude/fetch/answer/";
    private static final TrackedFile MARKED =
            new TrackedFile(MAIN + "package-info.java", "@NullMarked\npackage p;\n");

    @Nested
    class Calls {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "long now = System.currentTimeMillis();",
                    "Thread.sleep(10);",
                    "var chance = new Random(4);",
                    "double draw = Math.random();",
                    "System.out.println(1);",
                    "System.err.println(1);",
                    "var c = Charset.defaultCharset();",
                    "byte[] b = text.getBytes();",
                    "var r = new FileReader(file);",
                    "var z = ZoneId.systemDefault();",
                    "var c = Clock.systemDefaultZone();",
                    "var d = LocalDate.now();",
                    "var a = mono.block();",
                    "var a = mono.block(deadline);",
                    "var a = flux.blockFirst();",
                    "double a = Double.NaN;",
                    "boolean a = Double.isNaN(b);"
                })
        void areBannedInMainCode(String line) {
            assertThat(findings(java(MAIN + "Answer.java", line))).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "// Thread.sleep(10) would block",
                    "/* System.out */ int a;",
                    "String s = \"System.out\";",
                    "String s = \"\\\"\"; // System.out",
                    "char quote = '\"'; // Thread.sleep(1)",
                    "var b = text.getBytes(UTF_8);",
                    "var d = LocalDate.now(clock);",
                    "var r = new SplittableRandom(seed);"
                })
        void areNotSeenInCommentsLiteralsOrNeighbours(String line) {
            assertThat(findings(java(MAIN + "Answer.java", line))).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({
            "fetch-service/src/test/java/io/interlude/fetch/answer/AnswerTest.java, mono.block();",
            "fetch-service/src/test/java/io/interlude/fetch/answer/AnswerTest.java, new Random(1);",
            "load/src/main/java/io/interlude/benchmark/load/Load.java, System.out.print(1);",
            "interlude-local/src/main/java/io/interlude/local/terminal/Banner.java, System.out.flush();"
        })
        void areAllowedWhereTheyBelong(String path, String line) {
            String info = path.substring(0, path.lastIndexOf('/')) + "/package-info.java";
            assertThat(
                            findings(
                                    java(path, line),
                                    new TrackedFile(info, "@NullMarked\npackage p;\n")))
                    .isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "LockSupport.parkNanos(10);",
                    "Thread.onSpinWait();",
                    "TimeUnit.SECONDS.sleep(1);"
                })
        void ofWaitingAreBannedInTests(String line) {
            String folder = "journal/src/test/java/io/interlude/journal/waiting/";
            TrackedFile info =
                    new TrackedFile(folder + "package-info.java", "@NullMarked\npackage p;\n");
            assertThat(findings(java(folder + "WaitTest.java", line), info)).hasSize(1);
            assertThat(findings(java(folder + "Eventually.java", line), info)).isEmpty();
        }

        @Test
        void nameTheLineAndTheReplacement() {
            assertThat(findings(java(MAIN + "Answer.java", "int a;\nThread.sleep(1);")))
                    .singleElement()
                    .isEqualTo(
                            MAIN
                                    + "Answer.java:2: wait for a condition with a deadline instead of"
                                    + " sleeping");
        }
    }

    @Nested
    class PlacesAndMarkers {

        @Test
        void machinePathsAreFound() {
            String machine = "/wor" + "k/main/x";
            assertThat(findings(text("docs.txt", "see " + machine))).hasSize(1);
            assertThat(findings(text("run.sh", "cd /ro" + "ot"))).hasSize(1);
            assertThat(findings(text("docs.txt", "GET https://x.test/wor" + "k/1"))).isEmpty();
            assertThat(findings(text("docs.txt", "src/main/wor" + "k/a"))).isEmpty();
        }

        @Test
        void jdkFolderIsForTheLauncherOnly() {
            String folder = "/usr/lib" + "/jvm/*";
            assertThat(findings(text("interlude", folder))).isEmpty();
            assertThat(findings(text("README", folder))).hasSize(1);
        }

        @Test
        void registryHostsAreFound() {
            assertThat(findings(text("a.json", "https://registry." + "npmjs.org/x"))).hasSize(1);
            assertThat(findings(text("a.xml", "https://repo.maven." + "apache.org/"))).hasSize(1);
        }

        @Test
        void markersAreFoundInComments() {
            assertThat(findings(java(MAIN + "A.java", "// TO" + "DO later"))).hasSize(1);
            assertThat(findings(text("a.sh", "# FIX" + "ME"))).hasSize(1);
        }
    }

    @Nested
    class JavaFiles {

        @Test
        void longFileIsFound() {
            assertThat(findings(java(MAIN + "A.java", "\n".repeat(501)))).hasSize(1);
            assertThat(findings(java(MAIN + "A.java", "\n".repeat(500)))).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/// What is kept.\nclass A {}",
                    "/// Who may call.\n///\n/// @param b one\npublic record A(int b) {}",
                    "/// Whose ad.\n@Named(\"a\") // Why.\n@Deprecated\nsealed interface A {}",
                    "enum A {;\n    /// Which one.\n    private static final class B {}\n}",
                    "/// How a is used.\n@NullMarked\npackage a;"
                })
        void docThatOpensWithAQuestionIsFound(String text) {
            assertThat(findings(java(MAIN + "A.java", text))).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/// The kept part.\n/// What is left is dropped.\nclass A {}",
                    "/// Whatever is kept.\nclass A {}",
                    "// What is kept.\nclass A {}",
                    "class A {\n    /// Whether it is kept.\n    private boolean record;\n}"
                })
        void docThatOpensWithANounIsFine(String text) {
            assertThat(findings(java(MAIN + "A.java", text))).isEmpty();
            assertThat(findings(java("a/src/test/java/a/A.java", "/// What.\nclass A {}")))
                    .isEmpty();
        }

        @Test
        void packageWithoutMarkIsFound() {
            TrackedFile type = new TrackedFile("a/src/main/java/p/A.java", "class A {}");
            TrackedFile bare = new TrackedFile("a/src/main/java/p/package-info.java", "package p;");
            TrackedFile said =
                    new TrackedFile(bare.path(), "// @NullMarked is missing\npackage p;");

            assertThat(findings(type)).hasSize(1);
            assertThat(findings(type, bare)).hasSize(1);
            assertThat(findings(type, said)).hasSize(1);
        }
    }

    @Nested
    class Schemas {

        private static final String PATH = "schemas-avro/src/main/avro/a/A.avsc";

        @Test
        void fieldAndTypeWithoutDocAreFound() {
            String schema =
                    """
                    {"type": "record", "name": "A", "doc": "An a.", "fields": [
                      {"name": "b", "type": "int"},
                      {"name": "c", "doc": "C.", "type": {"type": "array", "items":
                        {"type": "enum", "name": "E", "symbols": ["X"]}}}]}
                    """;
            assertThat(findings(text(PATH, schema)))
                    .containsExactly(
                            PATH + ": say in a doc what A.b is", PATH + ": say in a doc what E is");
        }

        @Test
        void brokenSchemaIsFound() {
            assertThat(findings(text(PATH, "{"))).containsExactly(PATH + ": is not JSON");
        }
    }

    @Nested
    class Pages {

        @Test
        void needOneTitle() {
            assertThat(findings(text("a.md", "## Only a section"))).hasSize(1);
            assertThat(findings(text("a.md", "# One\n# Two"))).hasSize(1);
            assertThat(findings(text("a.md", "# One\n```sh\n# a comment\n```"))).isEmpty();
        }

        @Test
        void deadLinksAreFound() {
            String page = "# A\n[b](b.md) [up](../c.md#x) ![p](img/p.svg)\n[d]: d/e.md\n";
            assertThat(findings(text("docs/a.md", page))).hasSize(4);
        }

        @Test
        void livingAndForeignLinksAreFine() {
            String page =
                    """
                    # A
                    [b](b.md "title") [up](../c.txt#x) [dir](sub/) [self](#a) `[no](gone.md)`
                    [web](https://example.test/x) [mail](mailto:a@example.test)
                    """;
            assertThat(
                            findings(
                                    text("docs/a.md", page),
                                    text("docs/b.md", "# B"),
                                    text("c.txt", "c"),
                                    text("docs/sub/d.txt", "d")))
                    .isEmpty();
        }
    }

    @Nested
    class Listing {

        @Test
        void withoutGitTheTreeIsWalkedButNotItsOutput(@TempDir Path root) throws IOException {
            Files.createDirectories(root.resolve("a/target"));
            Files.writeString(root.resolve("a/target/out.txt"), "x");
            Files.writeString(root.resolve("a/in.txt"), "x");

            assertThat(Repository.treePaths(root)).containsExactly("a/in.txt");
        }

        @Test
        void binaryFilesAreListedButNotRead(@TempDir Path root) throws IOException {
            Files.write(root.resolve("p.png"), new byte[] {1, 0, 2});

            Repository repository = Repository.at(root);

            assertThat(repository.contains("p.png")).isTrue();
            assertThat(repository.files()).isEmpty();
        }
    }

    private static TrackedFile java(String path, String lines) {
        return new TrackedFile(path, lines);
    }

    private static TrackedFile text(String path, String text) {
        return new TrackedFile(path, text);
    }

    private static List<String> findings(TrackedFile... files) {
        TrackedFile[] all = new TrackedFile[files.length + 1];
        System.arraycopy(files, 0, all, 1, files.length);
        all[0] = MARKED;
        Repository repository = Repository.of(all);
        return TidyRules.all().stream()
                .flatMap(rule -> rule.check(repository).stream())
                .map(Finding::toString)
                .sorted()
                .toList();
    }
}
