package io.interlude.ingest.append;

import io.interlude.kit.journal.Journal;
import io.interlude.kit.journal.Precedence;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;

/// Durable means in the journal, or on this machine's disk on its way there.
public final class JournalEventSink implements EventSink {
    private final Journal journal;

    public JournalEventSink(Journal journal) {
        this.journal = journal;
    }

    @Override
    public CompletableFuture<Void> append(JournalEntry<?> entry, Precedence precedence) {
        return send(entry, precedence);
    }

    @Override
    public int partitionCount() {
        return journal.partitionCount();
    }

    private <V extends SpecificRecord> CompletableFuture<Void> send(
            JournalEntry<V> entry, Precedence precedence) {
        return journal.appendDurably(
                        entry.topic(), entry.partition(), entry.key(), entry.value(), precedence)
                .durable();
    }
}
