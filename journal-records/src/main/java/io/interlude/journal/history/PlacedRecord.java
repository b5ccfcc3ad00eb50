package io.interlude.journal.history;

import io.interlude.schema.JournalEvent;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;

/// A record and where it lies.
///
/// @param journaledAt its timestamp in the topic: when the service made it
public record PlacedRecord(
        TopicPartition place, long offset, Instant journaledAt, JournalEvent event) {}
