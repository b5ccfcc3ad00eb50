package io.interlude.report.rollup;

import io.interlude.domain.identity.OrgId;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The cells by which a version of attribution differs from what is booked: added to the booked
/// cells they give the version's numbers. They are a minute long, and count conversions and their
/// value only. Safe for use by many threads.
@FunctionalInterface
public interface CellDifferences {
    /// Of the numbers as booked.
    CellDifferences NONE = (_, _, _) -> {};

    /// Gives the cells that start in `[from, to)`, in no order.
    void forEach(Instant from, Instant to, Consumer<? super RollupCell> taker);

    /// Finds the differences of a version.
    @FunctionalInterface
    interface Versions {
        /// Knows no version.
        Versions BOOKED = (_, _) -> NONE;

        /// The differences of the org's version of the id, or of what is booked for null.
        ///
        /// @throws io.interlude.web.refusal.ProblemException `invalid_request` for an unknown id,
        ///   `state_unavailable` while the version is not folded up to now
        CellDifferences of(OrgId orgId, @Nullable String attribution);
    }
}
