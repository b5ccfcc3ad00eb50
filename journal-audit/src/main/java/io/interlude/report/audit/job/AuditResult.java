package io.interlude.report.audit.job;

import io.interlude.report.audit.CellDifference;
import io.interlude.report.audit.ManifestFindings;
import io.interlude.report.audit.count.Counts;
import java.util.List;

/// The findings of an audit.
///
/// @param records of the journal that were read, of all orgs
/// @param cells that were compared, or counted where nothing is compared
/// @param changing cells among them that records were added to while they were read, so that their
///   numbers were held to bounds
/// @param differences the first of them
/// @param differenceCount all of them
/// @param totals what each line item comes to, with corrections
/// @param notAvailable events of the range of which the org keeps an outline only
/// @param manifests what the manifests say of the journal
public record AuditResult(
        long records,
        long cells,
        long changing,
        List<CellDifference> differences,
        long differenceCount,
        List<LineItemTotal> totals,
        long notAvailable,
        ManifestFindings manifests) {
    public AuditResult {
        differences = List.copyOf(differences);
        totals = List.copyOf(totals);
    }

    /// Whether cells, journal and manifests agree.
    public boolean agrees() {
        return differenceCount == 0 && manifests.brokenCount() == 0;
    }

    AuditResult withManifests(ManifestFindings findings) {
        return new AuditResult(
                records,
                cells,
                changing,
                differences,
                differenceCount,
                totals,
                notAvailable,
                findings);
    }

    /// A line item's sums of one currency; counts are in the row of each currency that they have.
    public record LineItemTotal(String campaign, String lineItem, String currency, Counts counts) {}
}
