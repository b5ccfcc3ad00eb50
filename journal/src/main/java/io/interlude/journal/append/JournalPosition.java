package io.interlude.journal.append;

/// The position of an appended record in its topic.
public record JournalPosition(int partition, long offset) {}
