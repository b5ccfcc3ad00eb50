package io.interlude.report.answer;

import io.interlude.report.rollup.Report;
import io.interlude.web.answer.Answers;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A report as CSV (RFC 4180): a header line, lines end with CRLF, numbers without exponent.
///
/// A text that a spreadsheet would run as a formula gets an apostrophe in front, and so does what
/// it would run once it has split the text: where a comma is part of a number it splits by
/// semicolons, quoted or not. Anybody can report names by a public tag. Amounts are left alone:
/// they are digits, and a negative one is a number.
public final class ReportCsv {
    private static final String STARTS_OF_FORMULAS = "=+-@\t\r\n";

    /// The place before it.
    private static final Pattern LATER_FORMULA = Pattern.compile("(?<=[;\t\r\n]\"?)(?=[=+@-])");

    /// Amounts too: a decimal string is no formula.
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private ReportCsv() {}

    /// The pieces of the text, each made when it is asked for. After each dimension that has names
    /// comes its name; totals are the last lines, without dimensions.
    public static Iterator<byte[]> pieces(Report report, ReportNames names) {
        NamedColumns columns = NamedColumns.of(report);
        Iterator<? extends List<?>> lines =
                Stream.of(
                                Stream.of(columns.names()),
                                report.rows().stream().map(row -> columns.row(row, names)),
                                report.totals().stream().map(columns::total))
                        .<List<?>>flatMap(each -> each)
                        .iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return lines.hasNext();
            }

            @Override
            public byte[] next() {
                StringBuilder csv = new StringBuilder();
                do {
                    addLine(csv, lines.next());
                } while (lines.hasNext() && csv.length() < Answers.PIECE_BYTES);
                return csv.toString().getBytes(StandardCharsets.UTF_8);
            }
        };
    }

    /// One line; a cell is a number, a truth value or a text.
    public static String line(List<?> cells) {
        StringBuilder line = new StringBuilder();
        addLine(line, cells);
        return line.toString();
    }

    private static void addLine(StringBuilder csv, List<?> cells) {
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) {
                csv.append(',');
            }
            addCell(csv, cells.get(i));
        }
        csv.append("\r\n");
    }

    private static void addCell(StringBuilder csv, Object value) {
        switch (value) {
            case Long number -> csv.append(number.longValue());
            case Double share when share == 0 -> csv.append('0');
            case Double share ->
                    csv.append(BigDecimal.valueOf(share).stripTrailingZeros().toPlainString());
            case String text -> addText(csv, defused(text));
            default -> csv.append(value);
        }
    }

    private static String defused(String text) {
        boolean formula = isStart(text) && !NUMBER.matcher(text).matches();
        String begun = formula ? "'" + text : text;
        return isSplit(begun) ? LATER_FORMULA.matcher(begun).replaceAll("'") : begun;
    }

    private static boolean isStart(String text) {
        return !text.isEmpty() && STARTS_OF_FORMULAS.indexOf(text.charAt(0)) >= 0;
    }

    /// Most texts are not, and cost no search.
    private static boolean isSplit(String text) {
        return text.indexOf(';') >= 0
                || text.indexOf('\t') >= 0
                || text.indexOf('\r') >= 0
                || text.indexOf('\n') >= 0;
    }

    private static void addText(StringBuilder csv, String text) {
        if (mustBeQuoted(text)) {
            csv.append('"').append(text.replace("\"", "\"\"")).append('"');
        } else {
            csv.append(text);
        }
    }

    private static boolean mustBeQuoted(String text) {
        return text.indexOf(',') >= 0
                || text.indexOf('"') >= 0
                || text.indexOf('\r') >= 0
                || text.indexOf('\n') >= 0;
    }
}
