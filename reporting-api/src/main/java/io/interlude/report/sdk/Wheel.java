package io.interlude.report.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.digest.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/// The package for Python as its own build makes it (`clients/python/build_wheel.py`): a wheel by
/// the [binary distribution
/// format](https://packaging.python.org/specifications/binary-distribution-format/), for a server
/// that has no Python. Two builds give the same bytes.
final class Wheel {
    private static final TomlMapper TOML = new TomlMapper();
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    /// Links of the repository lead nowhere from a registry's page.
    private static final Pattern OWN_LINK = Pattern.compile("\\[([^]]+)]\\((?!https?:)[^)]*\\)");

    private Wheel() {}

    /// Name of the file, with the version of its `pyproject.toml`.
    static String fileName() {
        return name(project()) + "-py3-none-any.whl";
    }

    static byte[] build() {
        JsonNode project = project();
        String info = name(project) + ".dist-info/";
        SequencedMap<String, byte[]> files = new LinkedHashMap<>(PackageFiles.python());
        files.put(info + "METADATA", metadata(project).getBytes(UTF_8));
        files.put(
                info + "WHEEL",
                """
                Wheel-Version: 1.0
                Generator: build_wheel
                Root-Is-Purelib: true
                Tag: py3-none-any
                """
                        .getBytes(UTF_8));
        files.put(info + "licenses/LICENSE", PackageFiles.beside("LICENSE"));
        files.put(info + "RECORD", record(files, info + "RECORD").getBytes(UTF_8));
        return zipped(files);
    }

    private static JsonNode project() {
        return TOML.readTree(PackageFiles.beside("pyproject.toml")).path("project");
    }

    private static String name(JsonNode project) {
        return text(project, "name").replace('-', '_') + '-' + text(project, "version");
    }

    private static String text(JsonNode project, String field) {
        return project.path(field).asString();
    }

    private static String metadata(JsonNode project) {
        String classifiers =
                StreamSupport.stream(project.path("classifiers").spliterator(), false)
                        .map(each -> "Classifier: " + each.asString() + '\n')
                        .collect(Collectors.joining());
        String keywords =
                StreamSupport.stream(project.path("keywords").spliterator(), false)
                        .map(JsonNode::asString)
                        .collect(Collectors.joining(","));
        String readme = new String(PackageFiles.beside(text(project, "readme")), UTF_8);
        return """
        Metadata-Version: 2.4
        Name: %s
        Version: %s
        Summary: %s
        License-Expression: %s
        Keywords: %s
        Requires-Python: %s
        %sDescription-Content-Type: text/markdown

        """
                        .formatted(
                                text(project, "name"),
                                text(project, "version"),
                                text(project, "description"),
                                text(project, "license"),
                                keywords,
                                text(project, "requires-python"),
                                classifiers)
                + OWN_LINK.matcher(readme).replaceAll("$1");
    }

    /// Path, digest and size of every file, and its own path.
    private static String record(Map<String, byte[]> files, String own) {
        String lines =
                files.entrySet().stream()
                        .map(file ->
                                "%s,sha256=%s,%d\n"
                                        .formatted(
                                                file.getKey(),
                                                digest(file.getValue()),
                                                file.getValue().length))
                        .collect(Collectors.joining());
        return lines + own + ",,\n";
    }

    private static String digest(byte[] content) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(content));
    }

    private static byte[] zipped(Map<String, byte[]> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(TIME);
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
