package io.interlude.check.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a deployment is made of, and the pages that it is held to, by path from the root.
record DeployFiles(Map<String, String> pathToText) {
    private static final List<String> FOLDERS = List.of("deploy", "docs");
    private static final List<String> FILES =
            List.of("docker-compose.yml", "Dockerfile", ".dockerignore", ".gitignore");

    DeployFiles {
        pathToText = Map.copyOf(pathToText);
    }

    static DeployFiles ofProject() {
        Path root = root();
        Map<String, String> pathToText = new TreeMap<>();
        try (Stream<Path> modules = Files.list(root)) {
            Stream<Path> files = FILES.stream().map(root::resolve);
            Stream<Path> folders = FOLDERS.stream().map(root::resolve);
            Stream<Path> described =
                    modules.map(module -> module.resolve("src/main/resources/openapi"));
            Stream.of(
                            files,
                            folders.flatMap(DeployFiles::below),
                            described.flatMap(DeployFiles::below),
                            Stream.of(root.resolve("service.options")).filter(Files::exists))
                    .flatMap(paths -> paths)
                    .forEach(path -> pathToText.put(name(root, path), read(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new DeployFiles(pathToText);
    }

    /// The same with a text in a file replaced, which must be there.
    DeployFiles with(String path, String text, String replacement) {
        if (!text(path).contains(text)) {
            throw new IllegalArgumentException(path + " does not contain: " + text);
        }
        Map<String, String> changed = new TreeMap<>(pathToText);
        changed.put(path, text(path).replace(text, replacement));
        return new DeployFiles(changed);
    }

    String text(String path) {
        String text = pathToText.get(path);
        if (text == null) {
            throw new IllegalArgumentException("no such file: " + path);
        }
        return text;
    }

    /// True for a file, and for a folder that has one.
    boolean has(String path) {
        return pathToText.containsKey(path)
                || pathToText.keySet().stream().anyMatch(other -> other.startsWith(path + "/"));
    }

    /// Paths of the files below a folder that end so.
    List<String> paths(String folder, String suffix) {
        return pathToText.keySet().stream()
                .filter(path -> path.startsWith(folder + "/") && path.endsWith(suffix))
                .sorted()
                .toList();
    }

    private static Path root() {
        String named = System.getProperty("interlude.root", "");
        return named.isEmpty() ? Path.of("..").toAbsolutePath().normalize() : Path.of(named);
    }

    private static Stream<Path> below(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(Files::isRegularFile)
                    .filter(file -> !file.toString().matches(".*/(secrets|images)/.*"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path root, Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
