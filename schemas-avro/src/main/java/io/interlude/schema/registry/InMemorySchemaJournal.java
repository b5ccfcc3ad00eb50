package io.interlude.schema.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A journal that lasts as long as its process: for tests, and for a registry that nobody shares.
public final class InMemorySchemaJournal implements SchemaJournal {
    private final List<SchemaJournalEntry> entries;
    private int position;

    public InMemorySchemaJournal() {
        this(List.of());
    }

    /// A journal that already holds these entries.
    public InMemorySchemaJournal(List<SchemaJournalEntry> entries) {
        this.entries = new ArrayList<>(entries);
    }

    @Override
    public synchronized void read(Consumer<SchemaJournalEntry> reader) {
        while (position < entries.size()) {
            reader.accept(entries.get(position));
            position++;
        }
    }

    @Override
    public synchronized void append(SchemaJournalEntry entry) {
        entries.add(entry);
    }

    /// All that was written, oldest first.
    public synchronized List<SchemaJournalEntry> entries() {
        return List.copyOf(entries);
    }

    @Override
    public void close() {}
}
