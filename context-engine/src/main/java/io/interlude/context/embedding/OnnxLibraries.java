package io.interlude.context.embedding;

import ai.onnxruntime.OrtEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// ONNX Runtime, loaded from files that are deleted as soon as they are loaded.
///
/// By itself it unpacks 17 MB among the system's temporary files and leaves it to exit hooks of the
/// JVM to delete them, which a process that is killed, or halts, does not run.
final class OnnxLibraries {
    private static final Logger LOG = LoggerFactory.getLogger(OnnxLibraries.class);

    /// Where ONNX Runtime looks for its libraries before it unpacks them.
    private static final String FOLDER_PROPERTY = "onnxruntime.native.path";

    private static final List<String> LIBRARIES = List.of("onnxruntime", "onnxruntime4j_jni");
    private static final OrtEnvironment ENVIRONMENT = load();

    private OnnxLibraries() {}

    /// The one environment of the process.
    static OrtEnvironment environment() {
        return ENVIRONMENT;
    }

    private static OrtEnvironment load() {
        if (System.getProperty(FOLDER_PROPERTY) != null || !arePacked()) {
            return OrtEnvironment.getEnvironment();
        }
        try {
            Path folder = Files.createTempDirectory("interlude-onnx");
            try {
                for (String library : LIBRARIES) {
                    unpack(library, folder);
                }
                System.setProperty(FOLDER_PROPERTY, folder.toString());
                OrtEnvironment environment = OrtEnvironment.getEnvironment();
                deleteEmptyFolder();
                return environment;
            } finally {
                System.clearProperty(FOLDER_PROPERTY);
                for (String library : LIBRARIES) {
                    Files.deleteIfExists(folder.resolve(fileName(library)));
                }
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("ONNX Runtime cannot be unpacked", e);
        }
    }

    /// ONNX Runtime makes a folder even if it unpacks nothing, and tells nobody its name.
    private static void deleteEmptyFolder() throws IOException {
        try {
            Field folder =
                    Class.forName(OrtEnvironment.class.getPackageName() + ".OnnxRuntime")
                            .getDeclaredField("tempDirectory");
            folder.setAccessible(true);
            if (folder.get(null) instanceof Path empty) {
                Files.deleteIfExists(empty);
            }
        } catch (ReflectiveOperationException e) {
            LOG.debug("context.folder-left", e);
        }
    }

    private static boolean arePacked() {
        return LIBRARIES.stream()
                .allMatch(library -> OrtEnvironment.class.getResource(resource(library)) != null);
    }

    private static void unpack(String library, Path folder) throws IOException {
        try (InputStream packed = OrtEnvironment.class.getResourceAsStream(resource(library))) {
            if (packed == null) {
                throw new IOException("not on the class path: " + resource(library));
            }
            Files.copy(packed, folder.resolve(fileName(library)));
        }
    }

    private static String resource(String library) {
        return "/ai/onnxruntime/native/" + system() + "-" + processor() + "/" + fileName(library);
    }

    private static String fileName(String library) {
        return System.mapLibraryName(library);
    }

    private static String system() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return name.startsWith("mac") ? "osx" : name.startsWith("windows") ? "win" : "linux";
    }

    private static String processor() {
        String name = System.getProperty("os.arch", "");
        return name.equals("amd64") || name.equals("x86_64") ? "x64" : name;
    }
}
