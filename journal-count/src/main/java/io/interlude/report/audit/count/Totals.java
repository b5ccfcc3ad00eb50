package io.interlude.report.audit.count;

/// How a report of the whole range lays its numbers out: counts whatever the currency, and money by
/// currency.
public final class Totals {
    private Totals() {}

    public static Series series(Series cell, AuditMetric metric) {
        return metric.isMoney() ? cell : cell.in(Series.NO_CURRENCY);
    }
}
