package io.interlude.report.rollup;

import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The rows of a report and, where they are asked for, its totals, and both for the range that it
/// is compared with. Used by one thread at a time.
final class ReportFolds {
    private final ReportRequest request;
    private final Side now;
    private final @Nullable Side before;

    ReportFolds(ReportRequest request, int maxGroups, LongConsumer memory) {
        this.request = request;
        ReportQuery query = request.query();
        TimeRange other = request.before();
        this.now = new Side();
        this.before = other == null ? null : new Side();
        List<ReportQuery> queries = new ArrayList<>();
        queries.add(query);
        if (request.totals()) {
            queries.add(query.ofTheWhole());
        }
        for (ReportQuery each : queries) {
            now.folds.add(new ReportFold(each, maxGroups, memory));
            if (before != null && other != null) {
                before.folds.add(ReportFold.beside(each, other, maxGroups, memory));
            }
        }
    }

    /// Takes the cells of the report's own range.
    Side now() {
        return now;
    }

    /// Takes the cells of the range that the report is compared with; null for none.
    @Nullable Side before() {
        return before;
    }

    /// True where the whole is not to be had from the cells that rows are made from.
    boolean needsBookedCells() {
        return request.query().attribute() == null
                || (request.totals() && request.query().ofTheWhole().attribute() == null);
    }

    /// Cells of one range.
    static final class Side {
        private final List<ReportFold> folds = new ArrayList<>(2);

        void add(RollupCell cell) {
            boolean byAttribute = cell instanceof AttributeQuery.Cell;
            for (ReportFold fold : folds) {
                if (fold.isByAttribute() == byAttribute) {
                    fold.add(cell);
                }
            }
        }

        void addReach(ReachCell reached) {
            folds.forEach(fold -> fold.addReach(reached));
        }

        void miss(int partitions) {
            folds.forEach(fold -> fold.miss(partitions));
        }
    }

    Report report() {
        Report rows = report(0);
        return new Report(
                rows.query(),
                rows.columns(),
                rows.rows(),
                rows.missingPartitions(),
                request.before(),
                request.totals() ? report(1).rows() : List.of());
    }

    private Report report(int place) {
        return now.folds.get(place).report(before == null ? null : before.folds.get(place));
    }
}
