package io.interlude.report.manifest;

import io.interlude.schema.HourSealed;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A page of manifests.
///
/// @param from the start of the first hour
/// @param to hours begin before it; null for no end
/// @param topic null for all
/// @param partition null for all
/// @param fromOffset where the page before ended; negative for the first
/// @param limit most manifests of the page
record ManifestQuery(
        Instant from,
        @Nullable Instant to,
        @Nullable String topic,
        @Nullable Integer partition,
        long fromOffset,
        int limit) {
    static final long FIRST_PAGE = -1;

    /// The same query from another place on.
    ManifestQuery from(long offset) {
        return new ManifestQuery(from, to, topic, partition, offset, limit);
    }

    boolean asksFor(HourSealed manifest) {
        return !manifest.getHour().isBefore(from)
                && (to == null || manifest.getHour().isBefore(to))
                && (topic == null || topic.equals(manifest.getTopic()))
                && (partition == null || partition == manifest.getPartition());
    }
}
