package io.interlude.check.tidy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The files that belong to the project: what git tracks or would track, else the tree without
/// build output.
record Repository(List<TrackedFile> files, Set<String> paths) {

    private static final Set<String> UNTRACKED_FOLDERS =
            Set.of(".git", "target", "node_modules", "data", ".idea", ".vscode", ".settings");

    private static final int GIT_DEADLINE_SECONDS = 30;

    Repository {
        files = List.copyOf(files);
        paths = Set.copyOf(paths);
    }

    static Repository of(TrackedFile... files) {
        Set<String> paths = new TreeSet<>();
        Stream.of(files).map(TrackedFile::path).forEach(paths::add);
        return new Repository(List.of(files), paths);
    }

    static Repository at(Path root) {
        Set<String> paths = gitPaths(root).orElseGet(() -> treePaths(root));
        paths.removeIf(path -> !Files.isRegularFile(root.resolve(path)));
        List<TrackedFile> texts = new ArrayList<>();
        for (String path : paths) {
            readText(root.resolve(path)).ifPresent(text -> texts.add(new TrackedFile(path, text)));
        }
        return new Repository(texts, paths);
    }

    /// The root that Maven names, else the closest folder above that holds `.mvn`.
    static Path root() {
        String named = System.getProperty("interlude.root", "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
            if (Files.isDirectory(here.resolve(".mvn"))) {
                return here;
            }
        }
        throw new IllegalStateException("no folder above this one holds .mvn");
    }

    /// True for a file, or for a folder with a file somewhere below it.
    boolean contains(String path) {
        return path.isEmpty()
                || paths.contains(path)
                || paths.stream().anyMatch(other -> other.startsWith(path + "/"));
    }

    static Optional<Set<String>> gitPaths(Path root) {
        try {
            Path listing = Files.createTempFile("interlude-tidy", ".txt");
            try {
                Process git =
                        new ProcessBuilder(
                                        "git",
                                        "ls-files",
                                        "-z",
                                        "--cached",
                                        "--others",
                                        "--exclude-standard")
                                .directory(root.toFile())
                                .redirectOutput(listing.toFile())
                                .redirectError(ProcessBuilder.Redirect.DISCARD)
                                .start();
                if (!git.waitFor(GIT_DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                    git.destroyForcibly();
                    return Optional.empty();
                }
                if (git.exitValue() != 0) {
                    return Optional.empty();
                }
                Set<String> paths =
                        new TreeSet<>(List.of(Files.readString(listing).split("\0", 0)));
                paths.remove("");
                return Optional.of(paths);
            } finally {
                Files.deleteIfExists(listing);
            }
        } catch (IOException noGit) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    static Set<String> treePaths(Path root) {
        Set<String> paths = new TreeSet<>();
        try {
            Files.walkFileTree(
                    root,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            boolean skipped =
                                    !folder.equals(root)
                                            && UNTRACKED_FOLDERS.contains(
                                                    folder.getFileName().toString());
                            return skipped
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            paths.add(root.relativize(file).toString().replace('\\', '/'));
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return paths;
    }

    private static Optional<String> readText(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), UTF_8);
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
