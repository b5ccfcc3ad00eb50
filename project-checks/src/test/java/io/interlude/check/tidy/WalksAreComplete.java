package io.interlude.check.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A walk of `CONTRIBUTING.md` links every hand-written source file in which its example is named.
///
/// @param page path of the page
record WalksAreComplete(String page) implements TidyRule {
    private static final Pattern FOUND_BY = Pattern.compile("Found by: `([^`]+)`");
    private static final Pattern SECTION = Pattern.compile("(?m)^#+ ");
    private static final Pattern SOURCE =
            Pattern.compile(
                    "(?!.*/io/interlude/benchmark/).*/src/main/(java|resources|avro|js)/.*");

    /// Old versions of state, and content of the demo, change with no walk.
    private static final Pattern OTHER = Pattern.compile(".*/(state/\\d+|demo)/.*");

    @Override
    public List<Finding> check(Repository repository) {
        List<Finding> findings = new ArrayList<>();
        for (TrackedFile file : repository.files()) {
            if (file.path().equals(page)) {
                SECTION.splitAsStream(file.text())
                        .forEach(section -> collect(repository, section, findings));
            }
        }
        return findings;
    }

    private void collect(Repository repository, String section, List<Finding> findings) {
        Matcher foundBy = FOUND_BY.matcher(section);
        if (!foundBy.find()) {
            return;
        }
        Pattern example = Pattern.compile(foundBy.group(1));
        for (TrackedFile file : repository.files()) {
            if (isSource(file)
                    && example.matcher(file.text()).find()
                    && !section.contains("](" + file.path() + ")")) {
                findings.add(
                        new Finding(page, 1, "add " + file.path() + " to the walk of " + example));
            }
        }
    }

    private static boolean isSource(TrackedFile file) {
        return SOURCE.matcher(file.path()).matches() && !OTHER.matcher(file.path()).matches();
    }
}
