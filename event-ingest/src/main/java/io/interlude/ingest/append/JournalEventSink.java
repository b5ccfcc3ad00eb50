package io.interlude.ingest.append;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.Journal;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;

/// Durable means in the journal, or on this machine's disk on its way there.
public final class JournalEventSink implements EventSink {
    private final Journal journal;

    public JournalEventSink(Journal journal) {
        this.journal = journal;
    }

    @Override
    public CompletableFuture<Void> append(JournalEntry<?> entry, AppendPriority priority) {
        return send(entry, priority);
    }

    @Override
    public int partitionCount() {
        return journal.partitionCount();
    }

    private <V extends SpecificRecord> CompletableFuture<Void> send(
            JournalEntry<V> entry, AppendPriority priority) {
        return journal.appendDurably(
                        entry.topic(), entry.partition(), entry.key(), entry.value(), priority)
                .durable();
    }
}
