package io.interlude.check.tidy;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The doc of a type or package of main code opens with a noun, and with no question word.
record DocOpensWithNoun() implements TidyRule {
    private static final String MAIN = "/src/main/java/";

    /// Its group is the first line.
    private static final Pattern DOC = Pattern.compile("(?m)^\\h*+///(.*+)\\n(?:\\h*+///.*+\\n)*+");

    private static final Pattern QUESTION =
            Pattern.compile(" (?:What|Who|Whose|How|Where|Whether|Which|When)\\b");

    private static final Pattern DECLARATION =
            Pattern.compile(
                    "(?:\\s*+(?:@(?!interface)[\\w.]++(?:\\([^)]*+\\))?+|//.*+))*+\\s*+"
                            + "(?:(?:public|protected|private|static|abstract|final|sealed"
                            + "|non-sealed)\\s++)*+"
                            + "(?:@?interface|class|enum|record|package)\\s++\\w");

    @Override
    public List<Finding> check(Repository repository) {
        return repository.files().stream()
                .filter(file -> file.isJava() && file.path().contains(MAIN))
                .flatMap(file ->
                        DOC.matcher(file.text())
                                .results()
                                .filter(doc -> asks(file.text(), doc))
                                .map(doc -> finding(file, doc.start())))
                .toList();
    }

    private static boolean asks(String text, MatchResult doc) {
        return QUESTION.matcher(doc.group(1)).lookingAt()
                && DECLARATION.matcher(text).region(doc.end(), text.length()).lookingAt();
    }

    private static Finding finding(TrackedFile file, int start) {
        int line = (int) file.text().substring(0, start).lines().count() + 1;
        return new Finding(file.path(), line, "open the doc with the noun that it defines");
    }
}
