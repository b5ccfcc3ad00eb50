package io.interlude.schema.registry;

import java.util.function.Consumer;

/// The registry's durable memory. Used by one thread at a time.
public interface SchemaJournal extends AutoCloseable {
    /// Hands over, in order, every entry up to the present end that an earlier call has not handed
    /// over; the first call starts at the beginning. Fails with [RegistryError#STORE_FAILED] after
    /// a deadline, and the next call goes on where it stopped.
    void read(Consumer<SchemaJournalEntry> reader);

    /// Writes one entry; it is durable on return. Fails with [RegistryError#STORE_FAILED], and then
    /// the entry may have been written or not: the next [#read] tells.
    void append(SchemaJournalEntry entry);

    @Override
    void close();
}
