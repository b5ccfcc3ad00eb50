package io.interlude.journal.history;

import io.interlude.journal.matching.EventMetadata;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;

/// A record and where it lies.
///
/// @param journaledAt its timestamp in the topic: when the service made it
/// @param metadata the fields that every record of the journal starts with
public record PlacedRecord(
        TopicPartition place,
        long offset,
        Instant journaledAt,
        EventMetadata metadata,
        SpecificRecord event) {}
