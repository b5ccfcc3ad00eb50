package io.interlude.fetch.journal;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.fetch.overlay.FetchOverlay;
import io.interlude.fetch.overlay.OwnFetch;
import io.interlude.kit.journal.Journal;
import io.interlude.kit.journal.JournalPartitions;
import io.interlude.kit.journal.JournalPosition;
import io.interlude.schema.topic.Topics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Appends decisions to the journal, and settles the places that they took. Safe for use by many
/// threads.
public final class FetchJournal {
    private final Journal journal;
    private final FetchOverlay overlay;
    private final AtomicInteger roundRobin = new AtomicInteger();

    public FetchJournal(Journal journal, FetchOverlay overlay) {
        this.journal = journal;
        this.overlay = overlay;
    }

    /// Partition of a new fetch: the subscriber's, else each in turn.
    public int partition(OrgId orgId, @Nullable Subscriber subscriber) {
        int partitions = journal.partitionCount();
        return subscriber == null
                ? Math.floorMod(roundRobin.getAndIncrement(), partitions)
                : JournalPartitions.of(orgId, subscriber, partitions);
    }

    /// Appends at once. Completes when the decision is durable, or exceptionally with
    /// [io.interlude.kit.journal.JournalUnavailableException] after its places are given back.
    public CompletableFuture<JournalPosition> append(FetchEntry entry) {
        OwnFetch reserved = entry.decision().reserved();
        return started(entry)
                .whenComplete((position, failure) -> {
                    if (reserved == null) {
                        return;
                    }
                    if (failure == null) {
                        overlay.acknowledge(reserved, position);
                    } else {
                        overlay.giveBack(reserved);
                    }
                });
    }

    /// An append that cannot even be tried fails like one that is refused.
    private CompletableFuture<JournalPosition> started(FetchEntry entry) {
        try {
            return start(entry);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<JournalPosition> start(FetchEntry entry) {
        int partition = entry.fetchId().partition();
        Subscriber subscriber = entry.ask().subscriber();
        String key = subscriber == null ? entry.fetchId().toString() : subscriber.value();
        return switch (entry.decision().outcome()) {
            case SelectionOutcome.Served served ->
                    journal.append(
                            Topics.FETCHES, partition, key, FetchCodec.served(entry, served));
            case SelectionOutcome.NotServed notServed ->
                    journal.append(
                            Topics.NO_FILLS,
                            partition,
                            key,
                            FetchCodec.notServed(entry, notServed));
        };
    }
}
