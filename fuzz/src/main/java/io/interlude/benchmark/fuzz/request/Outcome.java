package io.interlude.benchmark.fuzz.request;

import org.jspecify.annotations.Nullable;

/// What became of a request.
///
/// @param statuses of its answers, or how the connection ended
/// @param fault what is wrong with it; null when nothing is
public record Outcome(String statuses, @Nullable String fault, String answer) {}
