package io.interlude.report.sdk;

import io.interlude.web.page.StaticFile;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// The files of the packages' sources, as the build puts them on the class path. They are named one
/// by one, since nobody can list a folder of it; a test compares them with the folders.
final class PackageFiles {
    private static final String TYPESCRIPT = "sdk/typescript/";
    private static final String PYTHON = "sdk/python/";

    private PackageFiles() {}

    /// Of the package for JavaScript and TypeScript, by their paths in it.
    static SequencedMap<String, byte[]> typescript() {
        return read(
                TYPESCRIPT,
                "LICENSE",
                "README.md",
                "package.json",
                "src/client.js",
                "src/errors.js",
                "src/events.js",
                "src/flow.js",
                "src/host.js",
                "src/http.js",
                "src/index.js",
                "src/render-text.js",
                "src/walk.js",
                "types/api.d.ts",
                "types/index.d.ts");
    }

    /// Modules of the package for Python, by their paths in it.
    static SequencedMap<String, byte[]> python() {
        return read(
                PYTHON + "src/",
                "interlude_client/__init__.py",
                "interlude_client/_events.py",
                "interlude_client/_http.py",
                "interlude_client/_items.py",
                "interlude_client/_unspaced.py",
                "interlude_client/_words.py",
                "interlude_client/api.py",
                "interlude_client/client.py",
                "interlude_client/flow.py",
                "interlude_client/py.typed");
    }

    /// A file beside the modules: `pyproject.toml`, `README.md` or `LICENSE`.
    static byte[] beside(String name) {
        return StaticFile.read(PYTHON + name);
    }

    private static SequencedMap<String, byte[]> read(String folder, String... paths) {
        SequencedMap<String, byte[]> pathToContent = new LinkedHashMap<>();
        Stream.of(paths).forEach(path -> pathToContent.put(path, StaticFile.read(folder + path)));
        return pathToContent;
    }
}
