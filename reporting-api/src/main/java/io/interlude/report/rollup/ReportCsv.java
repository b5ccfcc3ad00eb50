package io.interlude.report.rollup;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A report as CSV (RFC 4180): a header line, lines end with CRLF, numbers without exponent.
///
/// A text that a spreadsheet would run as a formula gets an apostrophe in front. Amounts are left
/// alone: they are digits, and a negative one is a number.
public final class ReportCsv {
    /// Amounts too: a decimal string is no formula.
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private static final Pattern FORMULA = Pattern.compile("^[=+\\-@\\t\\r\\n].*", Pattern.DOTALL);
    private static final Pattern SPECIAL = Pattern.compile("[\",\r\n]");

    private ReportCsv() {}

    public static String of(Report report) {
        return Stream.concat(Stream.of(report.columns()), report.rows().stream())
                .map(ReportCsv::line)
                .collect(Collectors.joining());
    }

    /// One line; a cell is a number, a truth value or a text.
    public static String line(List<?> cells) {
        return cells.stream().map(ReportCsv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String cell(Object value) {
        return switch (value) {
            case Double ratio -> BigDecimal.valueOf(ratio).stripTrailingZeros().toPlainString();
            case String text -> quoted(defused(text));
            default -> value.toString();
        };
    }

    private static String defused(String text) {
        boolean formula = FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches();
        return formula ? "'" + text : text;
    }

    private static String quoted(String text) {
        return SPECIAL.matcher(text).find() ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
