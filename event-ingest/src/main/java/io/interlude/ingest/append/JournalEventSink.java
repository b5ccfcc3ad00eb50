package io.interlude.ingest.append;

import io.interlude.kit.journal.Journal;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;

/// Durable means acknowledged by the journal.
public final class JournalEventSink implements EventSink {
    private final Journal journal;

    public JournalEventSink(Journal journal) {
        this.journal = journal;
    }

    @Override
    public CompletableFuture<Void> append(JournalEntry<?> entry) {
        return send(entry);
    }

    @Override
    public int partitionCount() {
        return journal.partitionCount();
    }

    private <V extends SpecificRecord> CompletableFuture<Void> send(JournalEntry<V> entry) {
        return journal.append(entry.topic(), entry.partition(), entry.key(), entry.value())
                .thenAccept(_ -> {});
    }
}
