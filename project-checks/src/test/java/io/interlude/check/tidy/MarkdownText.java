package io.interlude.check.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Markdown as far as a line-based rule has to understand it.
final class MarkdownText {

    private static final Pattern CODE_SPAN = Pattern.compile("(`+)(?:(?!\\1).)+\\1");

    private MarkdownText() {}

    /// The same number of lines, with fenced blocks and code spans blanked out.
    static List<String> linesOutsideCode(TrackedFile page) {
        List<String> lines = new ArrayList<>();
        String fence = "";
        for (String line : page.lines()) {
            String start = line.strip();
            if (!fence.isEmpty()) {
                if (start.startsWith(fence)) {
                    fence = "";
                }
                lines.add("");
            } else if (start.startsWith("```") || start.startsWith("~~~")) {
                fence = start.substring(0, 3);
                lines.add("");
            } else {
                lines.add(CODE_SPAN.matcher(line).replaceAll(""));
            }
        }
        return lines;
    }
}
