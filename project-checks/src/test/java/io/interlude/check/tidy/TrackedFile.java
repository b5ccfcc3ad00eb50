package io.interlude.check.tidy;

import java.util.List;

/// A text file of the repository; its path is relative to the root, with forward slashes.
record TrackedFile(String path, String text) {

    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isTest() {
        return path.contains("/src/test/");
    }

    boolean isMarkdown() {
        return path.endsWith(".md");
    }

    String folder() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// The lines as written.
    List<String> lines() {
        return text.lines().toList();
    }

    /// The same lines of a Java file with comments and literals blanked out.
    List<String> codeLines() {
        return JavaText.withoutCommentsAndLiterals(text).lines().toList();
    }
}
