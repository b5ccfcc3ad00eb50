package io.interlude.check.tidy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Every package of main code says that nothing in it is null unless it says so.
record PackageIsNullMarked() implements TidyRule {

    private static final String INFO = "package-info.java";
    private static final Set<String> NOT_TYPES = Set.of(INFO, "module-info.java");

    @Override
    public List<Finding> check(Repository repository) {
        Map<String, TrackedFile> pathToFile =
                repository.files().stream()
                        .collect(Collectors.toMap(TrackedFile::path, file -> file));
        Set<String> packages = new TreeSet<>();
        repository.files().stream()
                .filter(file -> file.isJava() && file.path().contains("src/main/java/"))
                .filter(file -> !NOT_TYPES.contains(file.name()))
                .forEach(file -> packages.add(file.folder()));
        return packages.stream()
                .map(folder -> folder + "/" + INFO)
                .filter(path -> !isMarked(pathToFile, path))
                .map(path -> new Finding(path, 0, "add it, with @NullMarked on the package"))
                .toList();
    }

    private static boolean isMarked(Map<String, TrackedFile> pathToFile, String path) {
        TrackedFile info = pathToFile.get(path);
        return info != null
                && info.codeLines().stream().anyMatch(line -> line.contains("@NullMarked"));
    }
}
