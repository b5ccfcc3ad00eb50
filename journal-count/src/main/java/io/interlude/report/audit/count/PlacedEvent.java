package io.interlude.report.audit.count;

import io.interlude.schema.JournalEvent;

/// A journal record, and where it lies in its partition.
///
/// @param topic its topic's place among those that are folded
/// @param writtenAtMillis its time in the topic
/// @param doubtful whether the served cells were read about when it was applied, so that it may be
///   in some of them and not in others
public record PlacedEvent(
        int topic, long offset, long writtenAtMillis, boolean doubtful, JournalEvent event) {}
