package io.interlude.report.answer;

import io.interlude.report.rollup.Dimension;
import io.interlude.report.rollup.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns of a report's file: those of the report, and a name after each dimension that has
/// one.
///
/// @param dimensions for each column of the report its dimension, if it is one with names
record NamedColumns(List<String> columns, List<@Nullable Dimension> dimensions) {
    static NamedColumns of(Report report) {
        List<@Nullable Dimension> dimensions = new ArrayList<>();
        for (String column : report.columns()) {
            dimensions.add(Dimension.named(column).filter(ReportNames::has).orElse(null));
        }
        return new NamedColumns(report.columns(), dimensions);
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            names.add(columns.get(i));
            if (dimensions.get(i) != null) {
                names.add(columns.get(i) + ".name");
            }
        }
        return names;
    }

    List<Object> row(List<Object> values, ReportNames names) {
        List<Object> row = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Object value = values.get(i);
            row.add(value);
            Dimension dimension = dimensions.get(i);
            if (dimension != null) {
                row.add(names.of(dimension, value.toString()));
            }
        }
        return row;
    }

    /// A row of totals: what stands before its columns is empty.
    List<Object> total(List<Object> values) {
        List<Object> row = new ArrayList<>(Collections.nCopies(names().size() - values.size(), ""));
        row.addAll(values);
        return row;
    }
}
