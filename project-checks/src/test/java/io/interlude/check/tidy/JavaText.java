package io.interlude.check.tidy;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Java source as far as a line-based rule has to understand it.
final class JavaText {

    /// In order: text block, string, character, block comment, line comment. The first that fits
    /// wins, so that quotes in comments and slashes in strings are left alone.
    private static final Pattern SILENT =
            Pattern.compile(
                    """
                    \"""(?s:(?:\\\\.|(?!\""").)*+)\"""\
                    |"(?:\\\\.|[^"\\\\\\n])*+"\
                    |'(?:\\\\.|[^'\\\\\\n])++'\
                    |/\\*(?s:.*?)\\*/\
                    |//[^\\n]*+\
                    """);

    private static final Pattern NOT_LINE_END = Pattern.compile("[^\\n]");

    private JavaText() {}

    /// Returns the text with the same lines, where comments and literals are spaces.
    static String withoutCommentsAndLiterals(String source) {
        return SILENT.matcher(source)
                .replaceAll(match ->
                        Matcher.quoteReplacement(
                                NOT_LINE_END.matcher(match.group()).replaceAll(" ")));
    }
}
