package io.interlude.report.manifest;

import java.time.Duration;

/// The limits by which hours are sealed.
///
/// @param grace how long after its end an hour is sealed that no later record has ended
/// @param turn how long it rests between two readings
/// @param bytesPerTurn of keys and values that are read at a time, about
public record SealingLimits(Duration grace, Duration turn, long bytesPerTurn) {}
