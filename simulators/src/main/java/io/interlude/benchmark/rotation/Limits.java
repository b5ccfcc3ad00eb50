package io.interlude.benchmark.rotation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The limits of the rotation, and the broken ones.
final class Limits {
    private static final double MOST_AT_100 = 1.15;
    private static final double MOST_AT_1000 = 1.5;

    /// The bound where most fetches engage: forgetting costs what it is for.
    private static final double MOST_OFTEN = 1.1;

    private final List<String> broken = new ArrayList<>();
    private double worstRegret;
    private double worstOften;
    private double worstAt100;
    private double worstAt1000;
    private int leastOverGuarantee = Integer.MAX_VALUE;

    void regret(String name, double regret, double thompsonUniform, boolean often) {
        double share = regret / thompsonUniform;
        if (often) {
            worstOften = Math.max(worstOften, share);
        } else {
            worstRegret = Math.max(worstRegret, share);
        }
        check(
                share <= (often ? MOST_OFTEN : 1),
                name + ": more regret than Thompson, 10 % uniform");
    }

    void lateness(String name, int delay, double regret, double atOnce) {
        double factor = regret / atOnce;
        if (delay == 100) {
            worstAt100 = Math.max(worstAt100, factor);
            check(factor <= MOST_AT_100, name + ": feedback 100 fetches late costs too much");
        } else if (delay == 1_000) {
            worstAt1000 = Math.max(worstAt1000, factor);
            check(factor <= MOST_AT_1000, name + ": feedback 1,000 fetches late costs too much");
        }
    }

    void starvation(String name, int least, int guaranteed) {
        leastOverGuarantee = Math.min(leastOverGuarantee, least - guaranteed);
        check(least >= guaranteed, name + ": a creative was starved");
    }

    void found(String name, long found, int runs) {
        check(found == runs, name + ": not found in every run");
    }

    boolean held() {
        return broken.isEmpty();
    }

    /// The limits that held, with their margins, and those that did not.
    String summary() {
        String margins =
                String.format(
                        Locale.ROOT,
                        """
                        Worst cases of Interlude: regret %.2f times that of Thompson with 10 %% uniform draws \
                        (at most 1), of rates from 20 %% on %.2f times (at most 1.1); feedback 100 late %.2f times (at most 1.15), 1,000 late %.2f times (at \
                        most 1.5); the least served creative of any run had %+d fetches over its guarantee \
                        in the last quarter.
                        """,
                        worstRegret,
                        worstOften,
                        worstAt100,
                        worstAt1000,
                        leastOverGuarantee);
        return margins
                + (held() ? "Every limit holds." : "BROKEN: " + String.join("; ", broken) + ".");
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            broken.add(otherwise);
        }
    }
}
