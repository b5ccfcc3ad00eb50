package io.interlude.report.audit.count;

import io.interlude.domain.money.MoneySum;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Amounts of every metric, as they were before events were taken back, and what that changed. Used
/// by one thread.
///
/// Amounts are compared modulo 2^64, which is exact for every sum that a long can hold and the same
/// in every order for the others; [#exact] has those too.
public final class Counts {
    private static final int USUAL = AuditMetric.REPORTED.size();
    private static final int ALL = AuditMetric.ALL.size();

    /// Of the reported metrics alone as long as the cell has no no-fills, as most.
    private long[] counted = new long[USUAL];

    /// The times that each amount passed the end of a long, those of corrections last; null as long
    /// as none did.
    private long @Nullable [] overflows;

    /// Null as long as nothing was taken back: of most cells nothing ever is.
    private long @Nullable [] corrections;

    public void add(AuditMetric metric, boolean correction, long amount) {
        if (amount != 0) {
            if (metric.index() >= counted.length) {
                counted = Arrays.copyOf(counted, ALL);
            }
            long[] sums = correction ? corrections() : counted;
            long before = sums[metric.index()];
            sums[metric.index()] = before + amount;
            addOverflow(metric, correction, MoneySum.overflow(before, amount));
        }
    }

    private void addOverflow(AuditMetric metric, boolean correction, long overflow) {
        if (overflow != 0) {
            overflows = overflows == null ? new long[2 * ALL] : overflows;
            overflows[metric.index() + (correction ? ALL : 0)] += overflow;
        }
    }

    private long overflow(AuditMetric metric, boolean correction) {
        return overflows == null ? 0 : overflows[metric.index() + (correction ? ALL : 0)];
    }

    public void add(Counts other) {
        for (AuditMetric metric : AuditMetric.ALL) {
            add(other, metric);
        }
    }

    public void add(Counts other, AuditMetric metric) {
        add(metric, false, other.get(metric, View.EXCLUDE));
        add(metric, true, other.correction(metric));
        addOverflow(metric, false, other.overflow(metric, false));
        addOverflow(metric, true, other.overflow(metric, true));
    }

    /// The amount with corrections, or as it was before.
    public long get(AuditMetric metric, View view) {
        long amount = at(counted, metric);
        return view == View.EXCLUDE ? amount : amount + correction(metric);
    }

    /// Like [#get], whether a long can hold it or not.
    public MoneySum exact(AuditMetric metric, View view) {
        MoneySum amount = new MoneySum(at(counted, metric), overflow(metric, false));
        return view == View.EXCLUDE
                ? amount
                : amount.plus(new MoneySum(correction(metric), overflow(metric, true)));
    }

    /// True when an amount of the metric passed the end of a long.
    public boolean overflown(AuditMetric metric) {
        return overflow(metric, false) != 0 || overflow(metric, true) != 0;
    }

    private long correction(AuditMetric metric) {
        return corrections == null ? 0 : at(corrections, metric);
    }

    private static long at(long[] amounts, AuditMetric metric) {
        return metric.index() < amounts.length ? amounts[metric.index()] : 0;
    }

    private long[] corrections() {
        if (corrections == null) {
            corrections = new long[ALL];
        }
        return corrections;
    }

    /// True when each no-fill is among those with a reason. It is not in cells that earlier
    /// versions counted, of which no report uses more than the number.
    public boolean tellsNoFills() {
        for (View view : View.values()) {
            long reasons = 0;
            for (AuditMetric reason : AuditMetric.REASONS) {
                reasons += get(reason, view);
            }
            if (reasons != get(AuditMetric.NO_FILLS, view)) {
                return false;
            }
        }
        return true;
    }

    /// The views of counts, with and without corrections.
    public enum View {
        INCLUDE("include"),
        EXCLUDE("exclude");

        private final String wireName;

        View(String wireName) {
            this.wireName = wireName;
        }

        /// As the parameter `corrections` of reports has it.
        public String wireName() {
            return wireName;
        }
    }
}
