package io.interlude.journal.append;

/// Where an appended record lies in its topic.
public record JournalPosition(int partition, long offset) {}
