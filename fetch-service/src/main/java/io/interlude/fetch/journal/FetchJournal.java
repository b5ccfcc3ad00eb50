package io.interlude.fetch.journal;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.fetch.overlay.FetchOverlay;
import io.interlude.fetch.overlay.OwnFetch;
import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.Appending;
import io.interlude.journal.append.Journal;
import io.interlude.journal.append.JournalPartitions;
import io.interlude.journal.append.JournalPosition;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;
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

    /// Partition of a new fetch: that of the subscriber or conversation whose counters it advances,
    /// else each in turn.
    public int partition(OrgId orgId, Optional<Subscriber> owner) {
        int partitions = journal.partitionCount();
        return owner.map(known -> JournalPartitions.of(orgId, known, partitions))
                .orElseGet(() -> Math.floorMod(roundRobin.getAndIncrement(), partitions));
    }

    /// Refuses an org that may write no decision now, before one is made.
    ///
    /// @throws io.interlude.journal.append.DiskShareUsedUpException if it wrote its share of the
    ///   disk
    public void requireRoom(OrgId orgId) {
        journal.requireRoom(orgId.value());
    }

    /// Appends at once. What is not durable in time fails with
    /// [io.interlude.journal.availability.JournalUnavailableException]. Its places are taken from
    /// then on, and known by position once Kafka has it; they are given back when it never will.
    public Appending append(FetchEntry entry) {
        Appending appending = started(entry);
        OwnFetch reserved = entry.decision().reserved();
        if (reserved != null) {
            var _ = appending.placed().whenComplete((at, failure) -> settle(reserved, at, failure));
        }
        return appending;
    }

    private void settle(OwnFetch reserved, JournalPosition position, @Nullable Throwable failure) {
        if (failure == null) {
            overlay.acknowledge(reserved, position);
        } else {
            overlay.giveBack(reserved);
        }
    }

    /// An append that cannot even be tried fails like one that is refused.
    private Appending started(FetchEntry entry) {
        try {
            return start(entry);
        } catch (RuntimeException e) {
            return new Appending(
                    CompletableFuture.failedFuture(e), CompletableFuture.failedFuture(e));
        }
    }

    private Appending start(FetchEntry entry) {
        return switch (entry.decision().outcome()) {
            case SelectionOutcome.Served served ->
                    append(entry, Topics.FETCHES, FetchCodec.served(entry, served));
            case SelectionOutcome.NotServed notServed ->
                    append(entry, Topics.NO_FILLS, FetchCodec.notServed(entry, notServed));
        };
    }

    private <V extends SpecificRecord> Appending append(FetchEntry entry, Topic<V> topic, V value) {
        Subscriber subscriber = entry.request().subscriber();
        String key = subscriber == null ? entry.fetchId().toString() : subscriber.value();
        return journal.appendDurably(
                topic, entry.fetchId().partition(), key, value, AppendPriority.USUAL);
    }
}
