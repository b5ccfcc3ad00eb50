package io.interlude.local.export;

import org.jspecify.annotations.Nullable;

/// The output of an export for a sealed hour: a line of the folder's manifest.
///
/// @param file its place in the folder; null where the org had no event in the hour
/// @param rows events
/// @param withoutVerdict events whose verdict could not be found in time
/// @param bytes length of the file
/// @param sha256 of the file, in hex; null where there is none
/// @param schema version of its columns
record ExportedPart(
        SealedHour hour,
        @Nullable String file,
        long rows,
        long withoutVerdict,
        long bytes,
        @Nullable String sha256,
        int schema) {}
