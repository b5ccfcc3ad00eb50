package io.interlude.ingest.harness;

import io.interlude.domain.identity.OrgId;
import io.interlude.ingest.correction.EventSearch;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// Searches what [InMemoryJournal] got; the time of a record is when its event was received.
final class InMemorySearch implements EventSearch {
    private final InMemoryJournal journal;

    InMemorySearch(InMemoryJournal journal) {
        this.journal = journal;
    }

    @Override
    public <T> CompletableFuture<T> search(OrgId orgId, Function<Reading, T> search) {
        try {
            return CompletableFuture.completedFuture(search.apply(this::read));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void read(List<? extends Topic<?>> topics, Instant from, Taker taker) {
        for (InMemoryJournal.Appended entry : journal.appended()) {
            JournalEvent event = (JournalEvent) entry.value();
            boolean asked = topics.contains(entry.topic()) && !event.getReceivedAt().isBefore(from);
            if (asked && !taker.take(new Found(entry.partition(), event))) {
                break;
            }
        }
    }
}
