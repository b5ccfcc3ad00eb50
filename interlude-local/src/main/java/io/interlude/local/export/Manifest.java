package io.interlude.local.export;

import java.time.Instant;

/// The manifest of an hour of a partition, as far as an export needs it.
///
/// @param line of the digest
/// @param cursor where the list of manifests goes on after it
record Manifest(Instant hour, String line, String cursor) {}
