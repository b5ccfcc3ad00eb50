package io.interlude.benchmark.faults;

import java.time.Instant;

/// A fetch as the journal has it.
///
/// @param subscriber pseudonym; empty without one
public record JournaledAd(String fetchId, String subscriber, String lineItemId, Instant at) {}
