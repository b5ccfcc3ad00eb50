package io.interlude.report.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

final class PackagesTest {
    private static final Path CLIENTS = Path.of("..", "clients");

    @Test
    void theNpmPackageHasEveryFileOfItsFolder() throws IOException {
        Map<String, String> packed = untarred(NpmPackage.build());

        Path folder = CLIENTS.resolve("typescript");
        Map<String, String> expected = new TreeMap<>();
        Stream.of("src", "types")
                .forEach(each -> expected.putAll(files(folder, folder.resolve(each), _ -> true)));
        // The web embed's executor is the package's.
        Path embed = Path.of("..", "web-embed", "src", "main", "js");
        for (String name : List.of("walk.js", "render-text.js")) {
            expected.put("src/" + name, Files.readString(embed.resolve(name)));
        }
        for (String name : List.of("README.md", "package.json")) {
            expected.put(name, Files.readString(folder.resolve(name)));
        }
        expected.put("LICENSE", Files.readString(Path.of("..", "LICENSE")));
        Map<String, String> inPackage = new TreeMap<>();
        expected.forEach((path, content) -> inPackage.put("package/" + path, content));
        assertThat(packed).isEqualTo(inPackage);
        assertThat(NpmPackage.build()).isEqualTo(NpmPackage.build());
        assertThat(NpmPackage.fileName()).matches("interlude-client-\\d+\\.\\d+\\.\\d+\\.tgz");
    }

    @Test
    void theWheelHasEveryModuleAndRecordsEachFile() throws Exception {
        Map<String, String> packed = unzipped(Wheel.build());

        Path sources = CLIENTS.resolve(Path.of("python", "src"));
        assertThat(packed)
                .containsAllEntriesOf(
                        files(sources, sources, path -> !path.contains("__pycache__")));
        String info = Wheel.fileName().replace("-py3-none-any.whl", ".dist-info/");
        assertThat(packed.get(info + "METADATA"))
                .startsWith("Metadata-Version: 2.4\nName: interlude-client\nVersion: ")
                .contains("\nRequires-Python: >=3.10\n", "\nClassifier: Typing :: Typed\n");
        List<String> record = packed.getOrDefault(info + "RECORD", "").lines().toList();
        assertThat(record).hasSameSizeAs(packed.keySet()).last().isEqualTo(info + "RECORD,,");
        for (String line : record.subList(0, record.size() - 1)) {
            String[] fields = line.split(",", -1);
            byte[] content = packed.getOrDefault(fields[0], "").getBytes(UTF_8);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            assertThat(fields[1])
                    .isEqualTo(
                            "sha256="
                                    + Base64.getUrlEncoder()
                                            .withoutPadding()
                                            .encodeToString(digest));
            assertThat(fields[2]).isEqualTo(Integer.toString(content.length));
        }
        assertThat(Wheel.build()).isEqualTo(Wheel.build());
    }

    @Test
    void theDescriptionForMavenNamesWhatThePackageForJavaNeeds() throws Exception {
        for (JavaPackage java : JavaPackage.values()) {
            Document pom =
                    DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(new ByteArrayInputStream(java.pom()));
            NodeList versions = pom.getElementsByTagName("version");
            for (int i = 0; i < versions.getLength(); i++) {
                assertThat(versions.item(i).getTextContent()).matches("\\d+(\\.\\d+)+");
            }
            assertThat(java.fileName("pom")).endsWith(java.version() + ".pom");
        }
        assertThat(new String(JavaPackage.CLIENT.pom(), UTF_8))
                .contains("<artifactId>flow-executor<", "<artifactId>jackson-databind<");
        assertThat(JavaPackage.CLIENT.pathInRepository("jar"))
                .matches(
                        "maven/io/interlude/interlude-client/([0-9.]+)/interlude-client-\\1\\.jar");
    }

    private static Map<String, String> files(Path root, Path folder, Predicate<String> wanted) {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String path = root.relativize(file).toString().replace('\\', '/');
                if (wanted.test(path)) {
                    found.put(path, Files.readString(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static Map<String, String> untarred(byte[] content) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(
                        new GzipCompressorInputStream(new ByteArrayInputStream(content)))) {
            for (TarArchiveEntry entry = tar.getNextEntry();
                    entry != null;
                    entry = tar.getNextEntry()) {
                files.put(entry.getName(), new String(tar.readAllBytes(), UTF_8));
            }
        }
        return files;
    }

    private static Map<String, String> unzipped(byte[] content) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(content))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), UTF_8));
            }
        }
        return files;
    }
}
