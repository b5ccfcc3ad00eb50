package io.interlude.check.tidy;

import java.util.List;

/// No Java file is longer than a reader can keep in mind.
record JavaFileLength(int maxLines) implements TidyRule {

    @Override
    public List<Finding> check(Repository repository) {
        return repository.files().stream()
                .filter(TrackedFile::isJava)
                .filter(file -> file.lines().size() > maxLines)
                .map(file ->
                        new Finding(
                                file.path(),
                                0,
                                "split it: %d lines, at most %d"
                                        .formatted(file.lines().size(), maxLines)))
                .toList();
    }
}
