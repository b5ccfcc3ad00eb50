package io.interlude.report.answer;

import io.interlude.report.parquet.ParquetColumn;
import io.interlude.report.parquet.ParquetType;
import io.interlude.report.parquet.ParquetWriter;
import io.interlude.report.rollup.Metric;
import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.ReportRequest;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// A report as a Parquet file: the rows and columns of its CSV, with types and without totals,
/// which would count twice when rows are added up.
final class ReportParquet implements Iterator<byte[]> {
    private static final int LARGEST_GROUP_ROWS = 10_000;
    private static final int LARGEST_GROUP_BYTES = 2 << 20;
    private static final BigDecimal LARGEST_AMOUNT =
            BigDecimal.valueOf(999_999_999_999_999_999L, 6);

    private final NamedColumns columns;
    private final ReportNames names;
    private final List<ParquetType> types = new ArrayList<>();
    private final Iterator<List<Object>> rows;
    private final ParquetWriter file;
    private boolean begun;
    private boolean ended;

    /// @throws io.interlude.web.refusal.ProblemException if an amount is larger than a column holds
    ReportParquet(Report report, ReportNames names) {
        this.columns = NamedColumns.of(report);
        this.names = names;
        this.rows = report.rows().iterator();
        List<ParquetColumn> typed = new ArrayList<>();
        for (String name : columns.names()) {
            ParquetType type = type(name);
            types.add(type);
            typed.add(new ParquetColumn(name, type));
        }
        report.rows().forEach(row -> refuseLarge(report, row));
        this.file = new ParquetWriter("row", typed, LARGEST_GROUP_ROWS, LARGEST_GROUP_BYTES);
    }

    private static ParquetType type(String column) {
        Metric metric = ReportRequest.metric(column);
        if (metric == null) {
            return column.equals("start") ? ParquetType.TIMESTAMP : ParquetType.TEXT;
        }
        if (metric.isMoney()) {
            return ParquetType.DECIMAL;
        }
        return metric.isShare() ? ParquetType.DOUBLE : ParquetType.LONG;
    }

    private static void refuseLarge(Report report, List<Object> row) {
        for (int i = 0; i < row.size(); i++) {
            Metric metric = ReportRequest.metric(report.columns().get(i));
            if (metric != null
                    && metric.isMoney()
                    && new BigDecimal((String) row.get(i)).abs().compareTo(LARGEST_AMOUNT) > 0) {
                throw Problem.ofField(
                                Reason.INVALID_REQUEST,
                                "metrics",
                                "An amount is too large for Parquet: ask for JSON or CSV.")
                        .exception();
            }
        }
    }

    @Override
    public boolean hasNext() {
        return !ended;
    }

    /// The next row groups; never empty.
    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (!begun) {
            begun = true;
            return file.begin();
        }
        while (rows.hasNext()) {
            byte[] filled = file.add(typed(columns.row(rows.next(), names)));
            if (filled.length > 0) {
                return filled;
            }
        }
        ended = true;
        return file.end();
    }

    private List<@Nullable Object> typed(List<Object> row) {
        List<@Nullable Object> typed = new ArrayList<>(row.size());
        for (int i = 0; i < row.size(); i++) {
            typed.add(
                    switch (types.get(i)) {
                        case TIMESTAMP -> Instant.parse((String) row.get(i));
                        case DECIMAL -> new BigDecimal((String) row.get(i));
                        case TEXT, JSON, INTEGER, BOOLEAN, LONG, DOUBLE -> row.get(i);
                    });
        }
        return typed;
    }
}
