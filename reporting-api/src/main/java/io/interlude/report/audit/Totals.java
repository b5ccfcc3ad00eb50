package io.interlude.report.audit;

/// How a report of the whole range lays its numbers out: counts whatever the currency, and money by
/// currency.
final class Totals {
    private Totals() {}

    static Series series(Series cell, AuditMetric metric) {
        return metric.isMoney() ? cell : cell.in(Series.NO_CURRENCY);
    }
}
