package io.interlude.report.audit.count;

/// The layout of a report of the whole range: counts whatever the currency, and money by currency.
public final class Totals {
    private Totals() {}

    public static Series series(Series cell, AuditMetric metric) {
        return metric.isMoney() ? cell : cell.in(Series.NO_CURRENCY);
    }
}
