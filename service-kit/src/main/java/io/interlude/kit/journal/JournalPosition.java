package io.interlude.kit.journal;

/// Where an appended record lies in its topic.
public record JournalPosition(int partition, long offset) {}
