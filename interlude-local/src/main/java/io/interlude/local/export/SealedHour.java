package io.interlude.local.export;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An hour of the journal, or what was sealed of it since it was exported: some of its manifests.
///
/// @param start of the hour
/// @param after cursor of the last manifest in the list before them; null where the list begins
/// @param upTo cursor of the last of them
/// @param manifests how many they are
/// @param digest SHA-256, in hex, of a line for each: topic, partition and hash, a space between
record SealedHour(
        Instant start, @Nullable String after, String upTo, int manifests, String digest) {}
