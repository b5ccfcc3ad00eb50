package io.interlude.check.tidy;

import java.util.List;

/// A page has one title, so that its outline is a tree.
record MarkdownHasOneTitle() implements TidyRule {

    @Override
    public List<Finding> check(Repository repository) {
        return repository.files().stream()
                .filter(TrackedFile::isMarkdown)
                .filter(file -> titles(file) != 1)
                .map(file ->
                        new Finding(file.path(), 0, "give the page one H1; it has " + titles(file)))
                .toList();
    }

    private static long titles(TrackedFile file) {
        return MarkdownText.linesOutsideCode(file).stream()
                .filter(line -> line.startsWith("# "))
                .count();
    }
}
