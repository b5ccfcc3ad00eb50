package io.interlude.report.attribution;

import java.util.Locale;

/// The states of a version of attribution.
enum AttributionStatus {
    /// The journal is being folded.
    RUNNING,
    /// It counts all that the journal holds, and goes on with new records.
    CURRENT,
    /// It could not be folded.
    FAILED;

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
