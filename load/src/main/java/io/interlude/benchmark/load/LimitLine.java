package io.interlude.benchmark.load;

import java.util.List;
import java.util.Locale;

/// A limit and what was measured. One that an error stands beside does not hold.
record LimitLine(String what, String limit, double measured, String outcome) {
    static final String OK = "ok";
    static final double LARGEST_WITH_DECIMALS = 99;

    static LimitLine most(String what, double limit, double measured, long errors) {
        String outcome = measured <= limit ? OK : "over";
        return new LimitLine(what, "at most " + number(limit), measured, or(errors, outcome));
    }

    static LimitLine least(String what, double limit, double measured, long errors) {
        String outcome = measured >= limit ? OK : "under";
        return new LimitLine(what, "at least " + number(limit), measured, or(errors, outcome));
    }

    private static String or(long errors, String outcome) {
        return errors > 0 ? errors + " errors" : outcome;
    }

    /// Prints them as a table.
    ///
    /// @return whether all hold
    static boolean print(List<LimitLine> lines) {
        System.out.println();
        System.out.println("| number | limit | measured | |\n|---|---|---|---|");
        lines.forEach(line -> System.out.println(line.row()));
        return lines.stream().allMatch(LimitLine::holds);
    }

    boolean holds() {
        return outcome.equals(OK);
    }

    private String row() {
        return "| " + what + " | " + limit + " | " + number(measured) + " | " + outcome + " |";
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) || value > LARGEST_WITH_DECIMALS;
        return String.format(Locale.ROOT, whole ? "%,.0f" : "%.3f", value);
    }
}
