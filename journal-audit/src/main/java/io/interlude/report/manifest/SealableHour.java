package io.interlude.report.manifest;

import java.time.Instant;

/// An hour of a partition that has no more records to come.
///
/// @param start of the hour
/// @param previousHash of the partition's hour before this one
/// @param hash of the last record's link in the chain
record SealableHour(
        String topic, int partition, Instant start, Range range, String previousHash, String hash) {
    long firstOffset() {
        return range.firstOffset();
    }

    long lastOffset() {
        return range.lastOffset();
    }

    long count() {
        return range.count();
    }

    /// @param count of committed records, from 1
    record Range(long firstOffset, long lastOffset, long count) {}
}
