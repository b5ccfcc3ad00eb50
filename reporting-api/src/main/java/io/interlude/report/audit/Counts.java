package io.interlude.report.audit;

import org.jspecify.annotations.Nullable;

/// Amounts of every metric, as they were before events were taken back, and what that changed. Used
/// by one thread.
public final class Counts {
    private final long[] counted = new long[AuditMetric.ALL.size()];

    /// Null as long as nothing was taken back: of most cells nothing ever is.
    private long @Nullable [] corrections;

    void add(AuditMetric metric, boolean correction, long amount) {
        if (amount != 0) {
            (correction ? corrections() : counted)[metric.index()] += amount;
        }
    }

    void add(Counts other) {
        for (AuditMetric metric : AuditMetric.ALL) {
            add(other, metric);
        }
    }

    void add(Counts other, AuditMetric metric) {
        add(metric, false, other.get(metric, View.EXCLUDE));
        add(metric, true, other.correction(metric));
    }

    /// The amount with corrections, or as it was before.
    public long get(AuditMetric metric, View view) {
        long amount = counted[metric.index()];
        return view == View.EXCLUDE ? amount : amount + correction(metric);
    }

    private long correction(AuditMetric metric) {
        return corrections == null ? 0 : corrections[metric.index()];
    }

    private long[] corrections() {
        if (corrections == null) {
            corrections = new long[AuditMetric.ALL.size()];
        }
        return corrections;
    }

    /// Whether corrections count.
    public enum View {
        INCLUDE("include"),
        EXCLUDE("exclude");

        private final String wireName;

        View(String wireName) {
            this.wireName = wireName;
        }

        /// As the parameter `corrections` of reports has it.
        String wireName() {
            return wireName;
        }
    }
}
