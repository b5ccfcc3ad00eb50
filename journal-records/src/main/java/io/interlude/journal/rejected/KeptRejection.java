package io.interlude.journal.rejected;

import io.interlude.schema.EventRejected;
import java.time.Instant;

/// A refused event in `ads.rejected`.
///
/// @param rejectedAt when it was written there, which for the aggregator's is later than its
///   receipt
public record KeptRejection(RejectionId id, Instant rejectedAt, EventRejected event) {}
