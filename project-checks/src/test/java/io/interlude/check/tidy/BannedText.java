package io.interlude.check.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A text that must not occur in a line of some files, and what to write instead.
record BannedText(
        Pattern pattern,
        String advice,
        Predicate<TrackedFile> scope,
        Function<TrackedFile, List<String>> lines)
        implements TidyRule {

    /// A ban on Java code; comments and literals may still speak about it.
    static BannedText inCode(String regex, Predicate<TrackedFile> scope, String advice) {
        return new BannedText(
                Pattern.compile(regex),
                advice,
                scope.and(TrackedFile::isJava),
                TrackedFile::codeLines);
    }

    /// A ban on every text file.
    static BannedText anywhere(String regex, Predicate<TrackedFile> scope, String advice) {
        return new BannedText(Pattern.compile(regex), advice, scope, TrackedFile::lines);
    }

    @Override
    public List<Finding> check(Repository repository) {
        List<Finding> findings = new ArrayList<>();
        for (TrackedFile file : repository.files()) {
            if (scope.test(file)) {
                collect(file, findings);
            }
        }
        return findings;
    }

    private void collect(TrackedFile file, List<Finding> findings) {
        List<String> all = lines.apply(file);
        for (int i = 0; i < all.size(); i++) {
            if (pattern.matcher(all.get(i)).find()) {
                findings.add(new Finding(file.path(), i + 1, advice));
            }
        }
    }
}
