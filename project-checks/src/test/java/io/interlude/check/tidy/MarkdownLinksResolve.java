package io.interlude.check.tidy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Links and pictures of a page that point into the repository point to something.
record MarkdownLinksResolve() implements TidyRule {

    /// `[text](target "title")`, or `[label]: target` at the start of a line.
    private static final Pattern LINK =
            Pattern.compile(
                    "]\\(\\s*<?([^)\\s>]+)>?[^)]*\\)|^\\s{0,3}\\[[^]^]+]:\\s+<?(\\S+?)>?(?:\\s|$)");

    private static final Pattern ELSEWHERE = Pattern.compile("^([a-zA-Z][a-zA-Z0-9+.-]*:|//|#)");

    @Override
    public List<Finding> check(Repository repository) {
        List<Finding> findings = new ArrayList<>();
        for (TrackedFile file : repository.files()) {
            if (file.isMarkdown()) {
                collect(repository, file, findings);
            }
        }
        return findings;
    }

    private static void collect(Repository repository, TrackedFile page, List<Finding> findings) {
        List<String> lines = MarkdownText.linesOutsideCode(page);
        for (int i = 0; i < lines.size(); i++) {
            Matcher link = LINK.matcher(lines.get(i));
            while (link.find()) {
                String target = link.group(1) == null ? link.group(2) : link.group(1);
                if (isDead(repository, page, target)) {
                    findings.add(
                            new Finding(page.path(), i + 1, "mend the dead link to " + target));
                }
            }
        }
    }

    private static boolean isDead(Repository repository, TrackedFile page, String target) {
        if (ELSEWHERE.matcher(target).find()) {
            return false;
        }
        String path = URLDecoder.decode(target.replaceFirst("[#?].*$", ""), UTF_8);
        return resolve(page.folder(), path).filter(repository::contains).isEmpty();
    }

    /// Folds `.` and `..`; empty when the path leaves the repository.
    private static Optional<String> resolve(String folder, String path) {
        Deque<String> parts = new ArrayDeque<>();
        String from = path.startsWith("/") ? path : folder + "/" + path;
        for (String part : from.split("/", -1)) {
            switch (part) {
                case "", "." -> {}
                case ".." -> {
                    if (parts.pollLast() == null) {
                        return Optional.empty();
                    }
                }
                default -> parts.addLast(part);
            }
        }
        return Optional.of(String.join("/", parts));
    }
}
