package io.interlude.benchmark.fuzz.request;

import org.jspecify.annotations.Nullable;

/// The outcome of a request.
///
/// @param statuses of its answers, or the end of the connection
/// @param fault its breach of the contract; null for none
public record Outcome(String statuses, @Nullable String fault, String answer) {}
