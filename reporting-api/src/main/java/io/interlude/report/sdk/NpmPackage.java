package io.interlude.report.sdk;

import io.interlude.journal.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.SequencedMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;

/// The package for JavaScript and TypeScript as `npm pack` makes it: a gzipped tar with all files
/// under `package/`. Two builds give the same bytes.
final class NpmPackage {
    private NpmPackage() {}

    /// Name of the file, with the version of its `package.json`.
    static String fileName() {
        String version =
                Json.MAPPER
                        .readTree(PackageFiles.typescript().get("package.json"))
                        .path("version")
                        .asString();
        return "interlude-client-" + version + ".tgz";
    }

    static byte[] build() {
        SequencedMap<String, byte[]> files = PackageFiles.typescript();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry("package/" + file.getKey());
                entry.setSize(file.getValue().length);
                entry.setModTime(0);
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
