package io.interlude.report.feedback;

import io.interlude.schema.FeedbackCount;
import io.interlude.schema.FeedbackLimit;
import io.interlude.schema.RollupCell;
import org.jspecify.annotations.Nullable;

/// The fetches of a creative, and the reports of it by readers.
///
/// @param reports feedback but for `hide`, which is said of an advertiser
record Reported(long fetches, long reports) {
    static final Reported NOTHING = new Reported(0, 0);

    static Reported of(RollupCell cell) {
        return new Reported(cell.getFetches(), cell.getFeedback() - cell.getHides());
    }

    Reported plus(Reported other) {
        return new Reported(fetches + other.fetches, reports + other.reports);
    }

    /// The growth since an earlier count.
    Reported since(@Nullable FeedbackCount before) {
        return before == null
                ? this
                : new Reported(
                        Math.max(0, fetches - before.getFetches()),
                        Math.max(0, reports - before.getReports()));
    }

    boolean reaches(FeedbackLimit limit) {
        return reports >= limit.getAtLeast() && reports >= limit.getShare() * fetches;
    }

    FeedbackCount count() {
        return new FeedbackCount(fetches, reports);
    }
}
