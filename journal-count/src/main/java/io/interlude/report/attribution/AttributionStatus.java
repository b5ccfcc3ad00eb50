package io.interlude.report.attribution;

import java.util.Locale;

/// How far a version of attribution is.
enum AttributionStatus {
    /// The journal is being folded.
    RUNNING,
    /// It counts what the journal holds, and goes on with what comes.
    CURRENT,
    /// It could not be folded.
    FAILED;

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
